import SwiftUI

/// One entry as a sheet of half height.
@available(iOS 16.0, *)
struct EntrySheet: View {
    let entry: JournalEntry
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        ZStack {
            Color(UIColor.sheet)
                .ignoresSafeArea()
            ScrollView {
                VStack(alignment: .leading, spacing: 16) {
                    Text(entry.date, style: .date)
                        .font(.headline)
                    Text(entry.text)
                    MoodBadge(mood: entry.mood)
                }
                .padding()
            }
        }
        .safeAreaInset(edge: .bottom) {
            Button("Done") { dismiss() }
        }
        .presentationDetents([.medium, .large])
    }
}
