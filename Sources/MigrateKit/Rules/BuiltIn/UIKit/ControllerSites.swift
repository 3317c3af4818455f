import SwiftSyntax

/// An assignment that gives a presented view controller a look of its own.
struct ControllerSite {
  /// What is assigned to.
  enum Kind {
    /// The background colour of the view of a class's own; the text names the class.
    case ownView(String)
    /// The background colour of the view of a controller in a variable.
    case otherView(String)
    /// The corner radius of a sheet controller.
    case cornerRadius
    /// The background colour of a popover controller.
    case popover
  }

  /// What is assigned to.
  let kind: Kind
  /// The assignment.
  let assignment: InfixOperatorExprSyntax
  /// The statement that the assignment is; nil when it is part of another one.
  let statement: CodeBlockItemSyntax?

  /// The assigned value.
  var value: ExprSyntax { assignment.rightOperand }

  /// Finds the assignments of a file.
  static func all(in file: ParsedFile) -> [ControllerSite] {
    let search = Search(viewMode: .sourceAccurate)
    search.walk(file.tree)
    return search.found
  }

  private final class Search: SyntaxVisitor {
    var found: [ControllerSite] = []

    override func visitPost(_ node: InfixOperatorExprSyntax) {
      guard node.operator.is(AssignmentExprSyntax.self),
        let target = node.leftOperand.as(MemberAccessExprSyntax.self), let base = target.base,
        let kind = kind(of: target.declName.baseName.text, base, at: Syntax(node))
      else { return }
      found.append(
        ControllerSite(
          kind: kind, assignment: node, statement: node.parent?.as(CodeBlockItemSyntax.self)))
    }

    private func kind(of property: String, _ base: ExprSyntax, at node: Syntax) -> Kind? {
      switch property {
      case "preferredCornerRadius":
        return .cornerRadius
      case "backgroundColor":
        let popover = "popoverPresentationController"
        if SheetReceiver.owner(of: base, property: popover) != nil { return .popover }
        return viewKind(base, at: node)
      default: return nil
      }
    }

    private func viewKind(_ base: ExprSyntax, at node: Syntax) -> Kind? {
      var text = base.trimmedText.filter { $0 != "?" && $0 != "!" }
      if text.hasPrefix("self.") { text.removeFirst(5) }
      if text.hasSuffix(".view") {
        let name = String(text.dropLast(5))
        return name.contains(".") ? nil : .otherView(name)
      }
      guard let type = EnclosingType(of: node) else { return nil }
      if text == "view" {
        // A local of the name is another view.
        let isLocal =
          base.is(DeclReferenceExprSyntax.self) && Bindings.value(of: text, at: node) != nil
        return isLocal && !Self.becomesView(text, at: node) ? nil : .ownView(type.name)
      }
      let isOwnScrollView =
        text == "tableView" && type.inherits("UITableViewController")
        || text == "collectionView" && type.inherits("UICollectionViewController")
      if isOwnScrollView || Self.becomesView(text, at: node) { return .ownView(type.name) }
      return nil
    }

    /// Whether a local of the name becomes the controller's view in `loadView`.
    private static func becomesView(_ name: String, at node: Syntax) -> Bool {
      var current = node.parent
      while let candidate = current {
        if let function = candidate.as(FunctionDeclSyntax.self) {
          guard function.name.text == "loadView", let body = function.body else { return false }
          return body.statements.contains {
            let text = $0.item.trimmedText
            return text == "view = \(name)" || text == "self.view = \(name)"
          }
        }
        current = candidate.parent
      }
      return false
    }
  }
}

/// The blur views that fill a view controller's view.
struct EffectFill {
  /// The name of the effect view.
  let name: String
  /// The class it belongs to.
  let type: String
  /// The statement that adds it to the controller's view.
  let statement: CodeBlockItemSyntax

  /// Finds the fills of a file: blur views at the bottom of `view`, or as large as it.
  static func all(in file: ParsedFile) -> [EffectFill] {
    let search = Search(viewMode: .sourceAccurate)
    search.walk(file.tree)
    return search.added.filter { fill in
      search.blurs.contains(fill.name)
        && (search.bottoms.contains(fill.name) || search.filling.contains(fill.name))
    }
  }

  private final class Search: SyntaxVisitor {
    var blurs: Set<String> = []
    var bottoms: Set<String> = []
    var filling: Set<String> = []
    var added: [EffectFill] = []

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
      let text = node.initializer?.value.trimmedText ?? ""
      if text.hasPrefix("UIVisualEffectView(effect: UIBlurEffect"),
        let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      {
        blurs.insert(name)
      }
      return .visitChildren
    }

    override func visitPost(_ node: InfixOperatorExprSyntax) {
      let value = node.rightOperand.trimmedText
      guard node.operator.is(AssignmentExprSyntax.self),
        value == "view.bounds" || value == "view.frame" || value == "self.view.bounds",
        let target = node.leftOperand.as(MemberAccessExprSyntax.self),
        target.declName.baseName.text == "frame",
        let name = target.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      else { return }
      filling.insert(name)
    }

    override func visitPost(_ node: FunctionCallExprSyntax) {
      guard let link = ModifierLink(node),
        link.name == "addSubview" || link.name == "insertSubview",
        ["view", "self.view"].contains(link.member.base?.shortText ?? ""),
        let name = link.argument("")?.as(DeclReferenceExprSyntax.self)?.baseName.text,
        let statement = node.parent?.as(CodeBlockItemSyntax.self),
        let type = EnclosingType(of: node)
      else { return }
      if link.argument("at")?.trimmedText == "0" { bottoms.insert(name) }
      added.append(EffectFill(name: name, type: type.name, statement: statement))
    }
  }
}
