/// The files of a new recipe whose rule is a program of its own.
struct PluginScaffold {
  let id: String

  /// The file that names the plugin to `migrate`.
  static let configurationName = "config.yml"

  /// A rule in Python, which needs nothing but its standard library.
  var executable: [RecipeScaffold.File] {
    let program = "\(id).py"
    return [
      RecipeScaffold.File(name: RecipeFolder.manifestName, text: manifest),
      RecipeScaffold.File(
        name: RecipeFolder.documentName,
        text: document(rule: "`\(program)`, a program that speaks the rule protocol", build: nil)),
      RecipeScaffold.File(name: Self.configurationName, text: configuration(path: program)),
      RecipeScaffold.File(
        name: program, text: PythonPluginText.program(rule: "\(id)-call"), isExecutable: true),
    ]
  }

  /// A rule in Swift, which has the parsed file and writes its gates as the built-in ones do.
  ///
  /// - Parameter package: the folder or the address of the package of `MigrateKit`.
  func swift(package: String) -> [RecipeScaffold.File] {
    let text = SwiftPluginText(id: id, package: package)
    return [
      RecipeScaffold.File(name: RecipeFolder.manifestName, text: manifest),
      RecipeScaffold.File(
        name: RecipeFolder.documentName,
        text: document(
          rule: "`Sources/\(id)`, a program that speaks the rule protocol by `RulePlugin`",
          build: "swift build --package-path \(id)")),
      RecipeScaffold.File(
        name: Self.configurationName, text: configuration(path: ".build/debug/\(id)")),
      RecipeScaffold.File(name: ".gitignore", text: ".build/\n"),
      RecipeScaffold.File(name: "Package.swift", text: text.manifest),
      RecipeScaffold.File(name: "Sources/\(id)/main.swift", text: text.program),
    ]
  }

  private var manifest: String {
    """
    id: \(id)
    title: Use newHelper from iOS 26 on
    summary: >-
      On iOS 26 'newHelper' is used in the place of 'oldHelper'. Earlier systems stay as they are.
    commit:
      subject: Use newHelper on iOS 26
      body: |
        Earlier systems keep 'oldHelper'.
    since:
      iOS: "26.0"
    recommended: false
    rules:
      # The rule is a program, which '\(Self.configurationName)' names.
      - \(id)-call

    """
  }

  private func configuration(path: String) -> String {
    """
    # A plugin runs with your rights, so only you name it: here with '--config', or for every run in
    # '~/.config/migrate/config.yml'. The path starts at the folder of this file.
    plugins:
      - path: \(path)

    """
  }

  private func document(rule: String, build: String?) -> String {
    let commands = [build, "migrate recipes test \(id) --config \(id)/\(Self.configurationName)"]
    return """
      # Use newHelper from iOS 26 on

      Say here why the recipe is there, what it changes, and what it leaves alone. The rule is
      \(rule).

      From the folder above this one:

      ```sh
      \(commands.compactMap { $0 }.joined(separator: "\n"))
      ```

      ## A call that is a statement

      ```swift before safety=review
      func show() {
          1️⃣oldHelper(title, animated: true)
      }
      ```

      ```swift after
      func show() {
          if #available(iOS 26.0, *) {
              newHelper(title, animated: true)
          } else {
              oldHelper(title, animated: true)
          }
      }
      ```

      ## An app that needs iOS 26

      ```swift before iOS=26.0 safety=review
      func show() {
          1️⃣oldHelper(title)
      }
      ```

      ```swift after
      func show() {
          newHelper(title)
      }
      ```

      ## Another function of the same name

      ```swift unchanged
      func show() {
          model.oldHelper(title)
      }
      ```

      """
  }
}
