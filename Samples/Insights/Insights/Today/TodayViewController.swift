import SwiftUI
import UIKit

final class TodayViewController: UIViewController {
    private let store: HealthStore
    private let titleModel = TodayTitleModel()
    private let collectionView = UICollectionView(
        frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
    private var metrics: [Metric] = []

    private lazy var avatarBarButtonItem: UIBarButtonItem = {
        let imageView = UIImageView(image: store.avatar)
        imageView.tintColor = .accent
        imageView.clipsToBounds = true
        imageView.layer.cornerRadius = 16
        return UIBarButtonItem(customView: imageView)
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
        setupNavigationItems()
        setupCollectionView()
        setupFloatingButton()
        metrics = store.metrics(on: titleModel.date)
    }

    private func setupNavigationItems() {
        navigationItem.largeTitleDisplayMode = .never

        let hostingController = UIHostingController(rootView: TodayTitleView(model: titleModel))
        hostingController.view.backgroundColor = .clear
        hostingController.view.setContentCompressionResistancePriority(.defaultHigh, for: .horizontal)
        navigationItem.leftBarButtonItem = UIBarButtonItem(customView: hostingController.view)
        navigationItem.rightBarButtonItem = avatarBarButtonItem
    }

    private func setupCollectionView() {
        collectionView.dataSource = self
        collectionView.delegate = self
        collectionView.register(MetricCell.self, forCellWithReuseIdentifier: MetricCell.reuseIdentifier)
        collectionView.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(collectionView)

        NSLayoutConstraint.activate([
            collectionView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            collectionView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            collectionView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            collectionView.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
        ])
    }

    private func setupFloatingButton() {
        let blur = UIVisualEffectView(effect: UIBlurEffect(style: .systemThinMaterial))
        blur.layer.cornerRadius = 28
        blur.clipsToBounds = true
        blur.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(blur)

        let button = UIButton(type: .system)
        button.setImage(UIImage(systemName: "plus"), for: .normal)
        button.accessibilityLabel = "Log a value"
        button.addTarget(self, action: #selector(logTapped), for: .touchUpInside)
        button.translatesAutoresizingMaskIntoConstraints = false
        blur.contentView.addSubview(button)

        NSLayoutConstraint.activate([
            blur.widthAnchor.constraint(equalToConstant: 56),
            blur.heightAnchor.constraint(equalToConstant: 56),
            blur.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor, constant: -20),
            blur.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -20),
            button.centerXAnchor.constraint(equalTo: blur.contentView.centerXAnchor),
            button.centerYAnchor.constraint(equalTo: blur.contentView.centerYAnchor),
        ])
    }

    @objc private func logTapped() {
        let sheet = DatePickerViewController(date: titleModel.date) { [weak self] date in
            self?.titleModel.date = date
        }
        if let presentation = sheet.sheetPresentationController {
            presentation.detents = [.medium()]
            presentation.preferredCornerRadius = 24
            presentation.prefersGrabberVisible = true
        }
        present(sheet, animated: true)
    }
}

extension TodayViewController: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        metrics.count
    }

    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(
            withReuseIdentifier: MetricCell.reuseIdentifier, for: indexPath)
        (cell as? MetricCell)?.show(metrics[indexPath.item])
        return cell
    }

    func collectionView(
        _ collectionView: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
        CGSize(width: collectionView.bounds.width - 32, height: 88)
    }
}
