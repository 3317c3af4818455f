import MigrateKit
import Testing

@Suite(.enabled(if: AppleCompiler.isAvailable, AppleCompiler.skipReason))
struct FlowTests {
  @Test func aMissingReturnIsAnError() throws {
    let errors = try AppleCompiler.errors(
      in: """
        import UIKit
        final class TitleController: UIViewController {
          lazy var item: UIBarButtonItem = {
            let item = UIBarButtonItem(customView: UILabel())
            if #available(iOS 26.0, *) { item.hidesSharedBackground = true }
          }()
        }
        """)
    #expect(errors == ["missing return in closure expected to return 'UIBarButtonItem'"])
  }

  @Test func aConstantWithoutAValueIsAnError() throws {
    let errors = try AppleCompiler.errors(
      in: """
        import UIKit
        final class TitleController: UIViewController {
          func setUp() {
            let item: UIBarButtonItem
            if isEditing { item = editButtonItem }
            navigationItem.rightBarButtonItem = item
          }
        }
        """)
    #expect(errors == ["constant 'item' used before being initialized"])
  }

  @Test func everydayCodeCompiles() throws {
    let errors = try AppleCompiler.errors(
      in: """
        import Combine
        import SwiftUI
        import UIKit

        final class Model: ObservableObject {
          @Published var count = 0
        }

        final class CounterController: UIViewController, UITableViewDataSource {
          @IBOutlet private weak var table: UITableView!
          private var cancellables: Set<AnyCancellable> = []
          private let model = Model()
          private lazy var button: UIButton = {
            let button = UIButton(type: .system)
            button.addTarget(self, action: #selector(add(_:)), for: .touchUpInside)
            return button
          }()

          override func viewDidLoad() {
            super.viewDidLoad()
            model.$count.sink { [weak self] in self?.title = "\\($0)" }.store(in: &cancellables)
            view.addSubview(button)
            NSLayoutConstraint.activate([
              button.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8)
            ])
          }

          @objc private func add(_ sender: UIButton) { model.count += 1 }

          func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
          func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
          ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }
        }

        @available(iOS 15.0, *)
        struct CounterView: View {
          @ObservedObject var model: Model
          @Environment(\\.dismiss) private var dismiss
          @State private var isShown = false

          var body: some View {
            List(0..<model.count, id: \\.self) { Text("Row \\($0)") }
              .sheet(isPresented: $isShown) { Text("Sheet").padding() }
              .toolbar { Button("Close") { dismiss() } }
          }
        }

        #Preview { CounterView(model: Model()) }
        """, on: .iOS, PlatformVersion(15))
    #expect(errors == [])
  }
}
