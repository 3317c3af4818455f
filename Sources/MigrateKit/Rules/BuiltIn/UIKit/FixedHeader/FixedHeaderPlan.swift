import SwiftSyntax

/// Why a header is left to a person.
struct FixedHeaderObstacle: Error {
  /// The end of a sentence.
  let reason: String
}

/// The parts of a plain header that are moved out of the layout.
struct FixedHeaderPlan {
  /// The statement that puts the header into the layout.
  let layout: CodeBlockItemSyntax
  /// The height, as code.
  let height: String
  /// The statements that fill the header, with the header as `name`.
  let configuration: [CodeBlockItemSyntax]
  /// The name of the header in them.
  let name: String
  /// The collection view, as code.
  let collectionView: String
  /// Whether the collection view does not inset its content for the safe area.
  let ignoresSafeArea: Bool
  /// The method that lays out subviews, where the class has one.
  let relayout: FunctionDeclSyntax?
  /// The registration.
  let registration: CodeBlockItemSyntax
}

/// Reads a plain header.
struct FixedHeaderReader {
  let site: HeaderSite
  let index: SourceIndex
  let type: String

  func plan() throws(FixedHeaderObstacle) -> FixedHeaderPlan {
    guard case .registered = site.form, let view = site.collectionView else {
      throw FixedHeaderObstacle(reason: "it is not registered by its class")
    }
    guard let reference = view.core.referenceOfName, let own = index.declaration(of: reference),
      case .property = own, index.inherited[type]?.first == "UIViewController"
    else {
      throw FixedHeaderObstacle(reason: "the collection view is no property of a view controller")
    }
    guard let registration = Syntax(site.call).enclosingStatement,
      registration.item.trimmedText == site.call.trimmedText
    else { throw FixedHeaderObstacle(reason: "the registration is part of a larger statement") }
    let name = reference.baseName.text
    try checkOffsets(of: name)
    let layout = try layout()
    let (configuration, header) = try configuration()
    if !configuration.isEmpty,
      let reload = ["reloadData", "reloadSections", "apply", "reloadItems"].first(where: {
        isNamed($0)
      })
    {
      throw FixedHeaderObstacle(reason: "'\(reload)' fills it again")
    }
    let never = (index.references["contentInsetAdjustmentBehavior"] ?? []).contains {
      MemberUse.assigned(to: $0.whole)?.core.referenceOfName?.baseName.text == "never"
    }
    let methods = index.functions("viewDidLayoutSubviews", of: type)
    guard methods.count <= 1 else {
      throw FixedHeaderObstacle(reason: "its layout is done in two places")
    }
    return FixedHeaderPlan(
      layout: layout.statement, height: layout.height, configuration: configuration,
      name: header, collectionView: view.trimmedText, ignoresSafeArea: never,
      relayout: methods.first, registration: registration)
  }

  private func isNamed(_ name: String) -> Bool {
    (index.references[name] ?? []).contains { $0.enclosingTypeName == type }
  }

  private func checkOffsets(of collectionView: String) throws(FixedHeaderObstacle) {
    let names = [
      "contentOffset", "setContentOffset", "contentInset", "scrollIndicatorInsets",
      "scrollViewDidScroll", "refreshControl",
    ]
    for name in names where isNamed(name) || !index.functions(name, of: type).isEmpty {
      throw FixedHeaderObstacle(reason: "'\(name)' is used in its class")
    }
  }

  // MARK: Layout

  private func layout() throws(FixedHeaderObstacle) -> (
    statement: CodeBlockItemSyntax, height: String
  ) {
    func calls(_ name: String) -> [FunctionCallExprSyntax] {
      index.calls.filter {
        $0.enclosingTypeName == type
          && $0.calledExpression.core.referenceOfName?.baseName.text == name
      }
    }
    let layouts = calls("UICollectionViewCompositionalLayout")
    guard layouts.count == 1, layouts[0].arguments.first?.label?.text == "section",
      layouts[0].trailingClosure == nil
    else {
      throw FixedHeaderObstacle(reason: "its layout is not a compositional one of a single section")
    }
    let headers = calls("NSCollectionLayoutBoundarySupplementaryItem")
    guard headers.count == 1, let header = headers.first,
      let kind = header.arguments.first(where: { $0.label?.text == "elementKind" })?.expression,
      kind.core.referenceOfName?.baseName.text == "elementKindSectionHeader",
      header.arguments.first(where: { $0.label?.text == "alignment" })?.expression
        .trimmedText == ".top"
    else { throw FixedHeaderObstacle(reason: "the layout has other supplementary items") }
    let height = try height(of: header)
    let statements = (index.references["boundarySupplementaryItems"] ?? []).filter {
      $0.enclosingTypeName == type
    }.compactMap { reference -> (CodeBlockItemSyntax, ExprSyntax)? in
      guard let value = MemberUse.assigned(to: reference.whole),
        let statement = Syntax(reference).enclosingStatement
      else { return nil }
      return (statement, value)
    }
    guard statements.count == 1, let (statement, value) = statements.first,
      let only = value.as(ArrayExprSyntax.self)?.elements.first,
      value.as(ArrayExprSyntax.self)?.elements.count == 1
    else { throw FixedHeaderObstacle(reason: "the layout has other supplementary items") }
    if let local = only.expression.as(DeclReferenceExprSyntax.self) {
      guard let declaration = index.declaration(of: local), let binding = declaration.binding,
        binding.initializer?.value.core.position == header.position,
        index.references(to: declaration, named: local.baseName.text).count == 1
      else { throw FixedHeaderObstacle(reason: "the supplementary item is set up in other ways") }
    } else if only.expression.position != header.position {
      throw FixedHeaderObstacle(reason: "the supplementary item is set up in other ways")
    }
    return (statement, height)
  }

  private func height(of header: FunctionCallExprSyntax) throws(FixedHeaderObstacle) -> String {
    var size = header.arguments.first(where: { $0.label?.text == "layoutSize" })?.expression
    if let local = size?.as(DeclReferenceExprSyntax.self) {
      size = index.declaration(of: local)?.binding?.initializer?.value
    }
    guard let call = size?.as(FunctionCallExprSyntax.self),
      let dimension = call.arguments.first(where: { $0.label?.text == "heightDimension" })?
        .expression.as(FunctionCallExprSyntax.self),
      dimension.calledExpression.core.referenceOfName?.baseName.text == "absolute",
      let value = dimension.arguments.first?.expression
    else { throw FixedHeaderObstacle(reason: "its height is not an absolute one") }
    if value.is(IntegerLiteralExprSyntax.self) || value.is(FloatLiteralExprSyntax.self) {
      return value.trimmedText
    }
    // A constant of a type, such as `HeaderView.height`, has one value everywhere.
    let type = value.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)
    if type?.baseName.text.first?.isUppercase == true { return value.trimmedText }
    guard let reference = value.core.referenceOfName,
      case .property? = index.declaration(of: reference)
    else { throw FixedHeaderObstacle(reason: "its height is not an absolute one") }
    return value.trimmedText
  }

  // MARK: Content

  private func configuration() throws(FixedHeaderObstacle) -> ([CodeBlockItemSyntax], String) {
    let other = FixedHeaderObstacle(
      reason: "what fills it is not a plain method of the data source")
    let providers = index.functions("collectionView", of: type).filter {
      $0.signature.parameterClause.parameters.contains {
        $0.firstName.text == "viewForSupplementaryElementOfKind"
      }
    }
    guard providers.count == 1, let body = providers[0].body, !isNamed("supplementaryViewProvider")
    else { throw other }
    let parameters = Set(
      providers[0].signature.parameterClause.parameters.map {
        ($0.secondName ?? $0.firstName).text
      })
    var items = Array(body.statements)
    if let first = items.first, first.isKindCheck { items.removeFirst() }
    guard let first = items.first, let name = first.dequeued(as: site.header), items.count >= 2,
      let last = items.last, last.givesBack == name
    else { throw other }
    let middle = Array(items[1..<(items.count - 1)])
    for item in middle {
      let names = SyntaxNames(in: Syntax(item))
      guard case .expr = item.item, names.isDisjoint(with: parameters) else {
        throw FixedHeaderObstacle(reason: "what it shows depends on its index path")
      }
    }
    return (middle, name)
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement leaves where another kind is asked for.
  fileprivate var isKindCheck: Bool {
    guard case .stmt(let statement) = item, let check = statement.as(GuardStmtSyntax.self) else {
      return false
    }
    return check.conditions.trimmedText.contains("kind ==")
      && !check.conditions.trimmedText.contains("dequeue")
  }

  /// The name of the header that the statement takes from the pool.
  fileprivate func dequeued(as type: String) -> String? {
    let text: String
    let name: String?
    switch item {
    case .decl(let declaration):
      guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1
      else { return nil }
      name = variable.bindings.first?.pattern.boundName
      text = variable.trimmedText
    case .stmt(let statement):
      guard let check = statement.as(GuardStmtSyntax.self), check.conditions.count == 1,
        case .optionalBinding(let binding)? = check.conditions.first?.condition
      else { return nil }
      name = binding.pattern.boundName
      text = check.conditions.trimmedText
    default: return nil
    }
    let isCast = text.contains("as! \(type)") || text.contains("as? \(type)")
    return text.contains("dequeueReusableSupplementaryView") && isCast ? name : nil
  }

  /// The name that the statement gives back.
  fileprivate var givesBack: String? {
    guard case .stmt(let statement) = item else { return nil }
    return statement.as(ReturnStmtSyntax.self)?.expression?.trimmedText
  }
}
