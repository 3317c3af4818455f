import SwiftUI
import UIKit

final class MainTabBarController: UITabBarController {
    private let store: HealthStore

    init(store: HealthStore) {
        self.store = store
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()

        let today = UINavigationController(rootViewController: TodayViewController(store: store))
        today.tabBarItem = UITabBarItem(title: "Today", image: UIImage(systemName: "sun.max"), tag: 0)

        let insights = UINavigationController(rootViewController: InsightsViewController(store: store))
        insights.tabBarItem = UITabBarItem(title: "Insights", image: UIImage(systemName: "chart.bar"), tag: 1)

        let challenges = UINavigationController(rootViewController: ChallengesViewController(store: store))
        challenges.tabBarItem = UITabBarItem(title: "Challenges", image: UIImage(systemName: "flag"), tag: 2)

        let journal = UIHostingController(rootView: JournalView(store: store))
        journal.tabBarItem = UITabBarItem(title: "Journal", image: UIImage(systemName: "book"), tag: 3)

        let profile = UINavigationController(rootViewController: ProfileViewController(store: store))
        profile.tabBarItem = UITabBarItem(title: "Profile", image: UIImage(systemName: "person"), tag: 4)

        viewControllers = [today, insights, challenges, journal, profile]
    }
}
