import SwiftUI

/// The journal tab, in SwiftUI throughout.
struct JournalView: View {
    @ObservedObject var store: HealthStore
    @State private var isWriting = false
    @State private var isShowingMood = false
    @State private var shownEntry: JournalEntry?

    var body: some View {
        NavigationView {
            ZStack(alignment: .bottomTrailing) {
                List(store.entries) { entry in
                    JournalRow(entry: entry)
                        .listRowBackground(Color(.secondarySystemBackground))
                        .onTapGesture { shownEntry = entry }
                }
                .listStyle(.plain)
                writeButton
            }
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .navigationBarLeading) {
                    Text("Journal")
                        .font(.title2.bold())
                }
                ToolbarItem(placement: .navigationBarTrailing) {
                    Image(systemName: "person.crop.circle.fill")
                        .resizable()
                        .frame(width: 32, height: 32)
                        .clipShape(Circle())
                }
                ToolbarItem(placement: .bottomBar) {
                    Button("Mood") { isShowingMood = true }
                }
            }
        }
        .sheet(isPresented: $isWriting) {
            EntryEditor(store: store)
        }
        .sheet(item: $shownEntry) { entry in
            if #available(iOS 16.0, *) {
                EntrySheet(entry: entry)
            } else {
                JournalRow(entry: entry)
            }
        }
        .sheet(isPresented: $isShowingMood) {
            if #available(iOS 16.4, *) {
                MoodSheet()
            } else {
                MoodPicker()
            }
        }
    }

    private var writeButton: some View {
        Button {
            isWriting = true
        } label: {
            Image(systemName: "square.and.pencil")
                .font(.title2)
                .frame(width: 56, height: 56)
                .background(.thinMaterial, in: Circle())
                .shadow(radius: 4)
        }
        .padding(20)
        .accessibilityLabel("Write an entry")
    }
}
