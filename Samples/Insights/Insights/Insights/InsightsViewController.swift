import SwiftUI
import UIKit

final class InsightsViewController: UIViewController {
    private let store: HealthStore
    private let calendarModel = CalendarModel()
    private let tableView = UITableView(frame: .zero, style: .insetGrouped)
    private var calendarBarButtonItem: UIBarButtonItem?
    private var filterBarButtonItem: UIBarButtonItem?

    private lazy var titleLabel: UILabel = {
        let label = UILabel()
        label.text = "Insights"
        label.font = .systemFont(ofSize: 22, weight: .bold)
        label.textAlignment = .center
        label.sizeToFit()
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
        view.backgroundColor = .systemGroupedBackground
        navigationItem.largeTitleDisplayMode = .never
        navigationItem.leftBarButtonItem = UIBarButtonItem(customView: titleLabel)
        setupCalendarButton()
        setupTableView()
    }

    private func setupCalendarButton() {
        let rootView = CalendarButton(model: calendarModel) { [weak self] in
            self?.calendarButtonTapped()
        }
        let hostingController = UIHostingController(rootView: rootView)
        hostingController.view.backgroundColor = .clear

        let calendar = UIBarButtonItem(customView: hostingController.view)
        let filter = UIBarButtonItem(
            image: UIImage(systemName: "line.3.horizontal.decrease.circle"), style: .plain,
            target: self, action: #selector(filterTapped))
        navigationItem.rightBarButtonItems = [calendar, filter]

        calendarBarButtonItem = calendar
        filterBarButtonItem = filter
    }

    private func setupTableView() {
        tableView.dataSource = self
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "metric")
        tableView.refreshControl = UIRefreshControl()
        tableView.refreshControl?.addTarget(self, action: #selector(refresh), for: .valueChanged)
        tableView.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(tableView)
        NSLayoutConstraint.activate([
            tableView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            tableView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            tableView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            tableView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        ])
    }

    private func calendarButtonTapped() {
        let picker = MonthPickerViewController(month: calendarModel.month) { [weak self] month in
            self?.calendarModel.month = month
        }
        let navigationController = UINavigationController(rootViewController: picker)
        if let sheet = navigationController.sheetPresentationController {
            sheet.detents = [.medium()]
            sheet.preferredCornerRadius = 20
        }
        present(navigationController, animated: true)
    }

    @objc private func filterTapped() {
        let filter = FilterViewController()
        filter.modalPresentationStyle = .popover
        filter.preferredContentSize = CGSize(width: 260, height: 180)
        filter.popoverPresentationController?.barButtonItem = filterBarButtonItem
        filter.popoverPresentationController?.backgroundColor = .sheet
        filter.popoverPresentationController?.delegate = self
        present(filter, animated: true)
    }

    @objc private func refresh() {
        let spinner = UIActivityIndicatorView(style: .medium)
        spinner.startAnimating()
        let items = navigationItem.rightBarButtonItems
        navigationItem.rightBarButtonItems = [UIBarButtonItem(customView: spinner)]
        store.refresh { [weak self] in
            self?.navigationItem.rightBarButtonItems = items
            self?.tableView.refreshControl?.endRefreshing()
        }
    }
}

extension InsightsViewController: UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        store.metrics.count
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "metric", for: indexPath)
        let metric = store.metrics[indexPath.row]
        var content = UIListContentConfiguration.valueCell()
        content.text = metric.title
        content.secondaryText = metric.value
        content.image = UIImage(systemName: metric.symbol)
        cell.contentConfiguration = content
        return cell
    }
}

extension InsightsViewController: UIPopoverPresentationControllerDelegate {
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        .none
    }

    func popoverPresentationControllerShouldDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController
    ) -> Bool {
        true
    }

    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {
        popoverPresentationController.presentedViewController.view.layoutIfNeeded()
    }
}
