import Combine
import UIKit

/// What the screens show, in memory.
final class HealthStore: ObservableObject {
    @Published private(set) var metrics = Metric.samples
    @Published private(set) var challenges = Challenge.samples
    @Published private(set) var entries = JournalEntry.samples

    let userName = "Robin"
    let avatar = UIImage(systemName: "person.crop.circle.fill")

    func metrics(on date: Date) -> [Metric] {
        metrics
    }

    func refresh(completion: @escaping () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.8, execute: completion)
    }

    func add(_ entry: JournalEntry) {
        entries.insert(entry, at: 0)
    }
}
