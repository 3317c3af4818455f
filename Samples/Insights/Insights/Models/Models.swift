import Foundation

struct Metric: Hashable, Identifiable {
    let id: String
    let title: String
    let value: String
    let symbol: String

    static let samples = [
        Metric(id: "steps", title: "Steps", value: "8,412", symbol: "figure.walk"),
        Metric(id: "sleep", title: "Sleep", value: "7 h 20 min", symbol: "bed.double"),
        Metric(id: "heart", title: "Resting heart rate", value: "58 bpm", symbol: "heart"),
        Metric(id: "water", title: "Water", value: "1.6 l", symbol: "drop"),
    ]
}

struct Challenge: Hashable, Identifiable {
    let id: String
    let title: String
    let days: Int
    let imageName: String

    static let samples = [
        Challenge(id: "walk", title: "A walk every day", days: 30, imageName: "challenge-walk"),
        Challenge(id: "sleep", title: "In bed by eleven", days: 14, imageName: "challenge-sleep"),
    ]
}

struct JournalEntry: Hashable, Identifiable {
    let id: UUID
    let date: Date
    let text: String
    let mood: Int

    static let samples = [
        JournalEntry(id: UUID(), date: Date(timeIntervalSince1970: 1_700_000_000), text: "Slept well.", mood: 4),
        JournalEntry(id: UUID(), date: Date(timeIntervalSince1970: 1_699_900_000), text: "A long run.", mood: 5),
    ]
}
