/// The files of a new recipe: a rule that works, with cases that pass.
public struct RecipeScaffold: Sendable {
  /// What the rule is.
  public enum Kind: Hashable, Sendable {
    /// A pattern in the recipe itself.
    case pattern
    /// A program in Python.
    case executable
    /// A program in Swift, for which `package` is the folder or address of this package.
    case swift(package: String)
  }

  /// One file of the folder.
  public struct File: Hashable, Sendable {
    /// The path within the folder.
    public let name: String
    /// What it holds.
    public let text: String
    /// Whether it can be run.
    public var isExecutable = false
  }

  /// The name of the recipe and of its folder.
  public let id: String
  /// What the rule is.
  public let kind: Kind

  /// Begins a recipe; nil unless the name is lowercase words joined by '-'.
  public init?(id: String, kind: Kind = .pattern) {
    guard FieldType.isIdentifier(id) else { return nil }
    self.id = id
    self.kind = kind
  }

  /// The files of the folder.
  public var files: [File] {
    let plugin = PluginScaffold(id: id)
    switch kind {
    case .pattern:
      return [
        File(name: RecipeFolder.manifestName, text: manifest),
        File(name: RecipeFolder.documentName, text: document),
      ]
    case .executable: return plugin.executable
    case .swift(let package): return plugin.swift(package: package)
    }
  }

  /// The commands, one a line, that test the recipe from the folder that holds its own.
  ///
  /// - Parameter folder: the recipe's folder as the person would write it.
  public func commands(in folder: String) -> [String] {
    let test = "migrate recipes test \(folder)"
    let configured = test + " --config \(folder)/\(PluginScaffold.configurationName)"
    return switch kind {
    case .pattern: [test]
    case .executable: [configured]
    case .swift: ["swift build --package-path \(folder)", configured]
    }
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
      - id: \(id)-call
        # '$x' is any one argument, '$$$rest' any number of further ones.
        match: "oldHelper($x, $$$rest)"
        replace:
          since: "newHelper($x, $$$rest)"
        message: "'oldHelper' draws its own background: use 'newHelper' from iOS 26 on"
        safety: review

    """
  }

  private var document: String {
    """
    # Use newHelper from iOS 26 on

    Say here why the recipe is there, what it changes, and what it leaves alone.

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

    ## Another function of the same name

    ```swift unchanged
    func show() {
        model.oldHelper(title)
        oldHelper()
    }
    ```

    ## A condition

    No gate stands within a condition, so the site is left alone and says why.

    ```swift unchanged left=notAStatement
    func show() {
        while oldHelper(title) { wait() }
    }
    ```

    """
  }
}
