import SwiftUI
import UIKit

final class ProfileViewController: UIViewController {
    private let store: HealthStore
    private let barView = ProfileBarView()
    private let scrollView = UIScrollView()

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
        view.backgroundColor = .systemBackground
        setupBar()
        setupContent()
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        navigationController?.setNavigationBarHidden(true, animated: animated)
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        navigationController?.setNavigationBarHidden(false, animated: animated)
    }

    private func setupBar() {
        barView.titleLabel.text = store.userName
        barView.settingsButton.addTarget(self, action: #selector(settingsTapped), for: .touchUpInside)
        barView.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(barView)
        NSLayoutConstraint.activate([
            barView.topAnchor.constraint(equalTo: view.topAnchor),
            barView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            barView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            barView.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 44),
        ])
    }

    private func setupContent() {
        scrollView.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(scrollView)

        let button = UIButton(configuration: .filled())
        button.configuration?.title = "Edit goals"
        button.addTarget(self, action: #selector(goalsTapped), for: .touchUpInside)
        button.translatesAutoresizingMaskIntoConstraints = false
        scrollView.addSubview(button)

        NSLayoutConstraint.activate([
            scrollView.topAnchor.constraint(equalTo: barView.bottomAnchor),
            scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            button.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor, constant: 24),
            button.centerXAnchor.constraint(equalTo: scrollView.frameLayoutGuide.centerXAnchor),
        ])
    }

    @objc private func settingsTapped() {
        let settings = SettingsViewController(style: .insetGrouped)
        navigationController?.pushViewController(settings, animated: true)
    }

    @objc private func goalsTapped() {
        let goals = UIHostingController(rootView: GoalsView())
        goals.view.backgroundColor = .sheet
        if let sheet = goals.sheetPresentationController {
            sheet.detents = [.medium(), .large()]
        }
        present(goals, animated: true)
    }
}
