import UIKit

final class SettingsViewController: UITableViewController {
    private let reminderSwitch = UISwitch()

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Settings"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "setting")
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: reminderSwitch)
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        2
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "setting", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = indexPath.row == 0 ? "Units" : "Export data"
        cell.contentConfiguration = content
        return cell
    }
}
