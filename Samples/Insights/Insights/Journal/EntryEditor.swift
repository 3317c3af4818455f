import SwiftUI

/// A sheet for a new entry.
struct EntryEditor: View {
    @ObservedObject var store: HealthStore
    @Environment(\.dismiss) private var dismiss
    @State private var text = ""

    var body: some View {
        NavigationView {
            TextEditor(text: $text)
                .padding()
                .navigationTitle("New entry")
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button("Cancel") { dismiss() }
                    }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Save", action: save)
                            .buttonStyle(.borderedProminent)
                            .disabled(text.isEmpty)
                    }
                }
        }
    }

    private func save() {
        store.add(JournalEntry(id: UUID(), date: Date(), text: text, mood: 3))
        dismiss()
    }
}
