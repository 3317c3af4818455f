/// The files of a new recipe: a rule by pattern that works, with cases that pass.
public struct RecipeScaffold: Sendable {
  /// The name of the recipe and of its folder.
  public let id: String

  /// Begins a recipe; nil unless the name is lowercase words joined by '-'.
  public init?(id: String) {
    guard FieldType.isIdentifier(id) else { return nil }
    self.id = id
  }

  /// The texts by the names of the files in the folder.
  public var files: [(name: String, text: String)] {
    [(RecipeFolder.manifestName, manifest), (RecipeFolder.documentName, document)]
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
