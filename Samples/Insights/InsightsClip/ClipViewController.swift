import UIKit

/// The one page of the app clip.
final class ClipViewController: UIViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Insights"
        view.backgroundColor = .systemBackground
    }
}
