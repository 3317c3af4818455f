import SwiftUI

/// One entry of the journal.
struct JournalRow: View {
    let entry: JournalEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text(entry.date, style: .date)
                .font(.caption)
                .foregroundColor(.secondary)
            Text(entry.text)
                .font(.body)
            MoodBadge(mood: entry.mood)
        }
        .padding(12)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(.regularMaterial)
        .clipShape(RoundedRectangle(cornerRadius: 14))
    }
}

/// A mood from 1 to 5.
struct MoodBadge: View {
    let mood: Int

    var body: some View {
        Label("\(mood) of 5", systemImage: "face.smiling")
            .font(.caption.weight(.medium))
            .padding(.horizontal, 10)
            .padding(.vertical, 4)
            .background(.ultraThinMaterial, in: Capsule())
    }
}
