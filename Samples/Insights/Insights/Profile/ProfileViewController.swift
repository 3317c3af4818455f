import SwiftUI
import UIKit

/// The profile, below a bar of its own in place of the navigation bar.
final class ProfileViewController: UIViewController {
    private let store: HealthStore
    private let barView = UIView()
    private let settingsButton = UIButton(type: .system)
    private let scrollView = UIScrollView()

    private let titleLabel: UILabel = {
        let label = UILabel()
        label.text = "Profile"
        label.font = .systemFont(ofSize: 22, weight: .bold)
        return label
    }()

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

    private func setupBar() {
        barView.backgroundColor = BarStyle.background
        settingsButton.setImage(UIImage(systemName: "gearshape"), for: .normal)
        settingsButton.accessibilityLabel = "Settings"
        settingsButton.addTarget(self, action: #selector(settingsTapped), for: .touchUpInside)

        barView.translatesAutoresizingMaskIntoConstraints = false
        titleLabel.translatesAutoresizingMaskIntoConstraints = false
        settingsButton.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(barView)
        barView.addSubview(titleLabel)
        barView.addSubview(settingsButton)
        NSLayoutConstraint.activate([
            barView.topAnchor.constraint(equalTo: view.topAnchor),
            barView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            barView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            barView.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 44),
            titleLabel.leadingAnchor.constraint(equalTo: barView.leadingAnchor, constant: 20),
            titleLabel.bottomAnchor.constraint(equalTo: barView.bottomAnchor, constant: -8),
            settingsButton.trailingAnchor.constraint(equalTo: barView.trailingAnchor, constant: -20),
            settingsButton.bottomAnchor.constraint(equalTo: barView.bottomAnchor, constant: -8),
        ])
    }

    private func setupContent() {
        scrollView.alwaysBounceVertical = true
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
            button.topAnchor.constraint(equalTo: scrollView.topAnchor, constant: 24),
            button.leadingAnchor.constraint(equalTo: scrollView.leadingAnchor, constant: 20),
            button.bottomAnchor.constraint(equalTo: scrollView.bottomAnchor, constant: -24),
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
