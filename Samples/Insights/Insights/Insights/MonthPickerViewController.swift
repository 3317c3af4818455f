import UIKit

/// The months, shown as a sheet in a navigation controller of its own.
final class MonthPickerViewController: UITableViewController {
    private let months: [Date]
    private let onPick: (Date) -> Void

    init(month: Date, onPick: @escaping (Date) -> Void) {
        self.months = (0..<12).compactMap { Calendar.current.date(byAdding: .month, value: -$0, to: month) }
        self.onPick = onPick
        super.init(style: .insetGrouped)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .sheet
        preferredContentSize = CGSize(width: 280, height: 360)
        navigationItem.title = "Month"

        let close = UIButton(type: .close)
        close.addTarget(self, action: #selector(closeTapped), for: .touchUpInside)
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: close)
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "month")
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        months.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "month", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = months[indexPath.row].formatted(.dateTime.month(.wide).year())
        cell.contentConfiguration = content
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        onPick(months[indexPath.row])
        dismiss(animated: true)
    }

    @objc private func closeTapped() {
        dismiss(animated: true)
    }
}
