import UIKit

final class ChallengesViewController: UITableViewController {
    private let store: HealthStore

    init(store: HealthStore) {
        self.store = store
        super.init(style: .plain)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        setupTitle()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "challenge")
    }

    private func setupTitle() {
        let name = UILabel()
        name.text = "Challenges"
        name.font = .systemFont(ofSize: 20, weight: .bold)
        let detail = UILabel()
        detail.text = "\(store.challenges.count) running"
        detail.font = .preferredFont(forTextStyle: .footnote)
        detail.textColor = .secondaryLabel

        let stack = UIStackView(arrangedSubviews: [name, detail])
        stack.axis = .vertical
        let titleItem = UIBarButtonItem(customView: stack)
        navigationItem.leftBarButtonItem = titleItem
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        store.challenges.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "challenge", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = store.challenges[indexPath.row].title
        cell.contentConfiguration = content
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        let detail = ChallengeDetailViewController(challenge: store.challenges[indexPath.row])
        navigationController?.pushViewController(detail, animated: true)
    }
}
