import SwiftSyntax

extension TitleContentReader {
  private static let unknownView = "the view that its hosting controller shows is not known"

  /// The hosting controller whose view an expression is.
  func hostingController(of content: ExprSyntax, depth: Int = 0) -> ExprSyntax? {
    guard depth < 4 else { return nil }
    if let access = content.core.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "view", let base = access.base, !index.isSelf(base),
      index.typeName(of: base)?.hasSuffix("HostingController") == true
    {
      return base
    }
    guard let creation = alias(content)?.creation else { return nil }
    return hostingController(of: creation, depth: depth + 1)
  }

  /// The variable that an expression names on its own, not as a member of another object.
  private func alias(_ content: ExprSyntax) -> NamedObject? {
    if let base = content.core.as(MemberAccessExprSyntax.self)?.base, !index.isSelf(base) {
      return nil
    }
    return NamedObject(content, in: index)
  }

  /// Reads the view of a hosting controller.
  func readHosted(_ content: ExprSyntax, host: ExprSyntax) -> TitleContent {
    guard let object = NamedObject(host, in: index) else {
      return .doubtful("its hosting controller has no name to be reached by")
    }
    guard let call = object.creation?.core.as(FunctionCallExprSyntax.self),
      let root = HostedRoot(call, in: index), let shown = shown(by: root)
    else { return .doubtful(Self.unknownView) }
    switch shown.kind {
    case .control: return .left("control")
    case .other: return .left("notTitle")
    case .unknown: return .doubtful(Self.unknownView)
    case .text: break
    }
    let text = content.core.trimmedText
    let alias = alias(content)
    let uses = object.uses.compactMap { $0.through("view") } + (alias?.uses ?? [])
    var title = Title(view: text, uses: uses)
    title.literal = shown.literal
    title.host = TitleHost(controller: host.core.trimmedText, uses: object.uses)
    if let view = reachable(alias ?? object, as: text),
      let controller = reachable(object, as: host.core.trimmedText)
    {
      title.view = view
      title.host?.controller = controller
    } else {
      title.problem = Self.outOfReach
    }
    if object.isOptional || alias?.isOptional == true {
      title.problem = "its view may be missing"
    }
    if shown.sizedBy != [] { title.problem = title.problem ?? Self.noSize }
    if hasOwnWidth(uses) { title.problem = title.problem ?? Self.ownWidth }
    lead(&title, shown, root, object)
    return .title(title)
  }

  /// Adds what leads the content of a hosted view.
  private func lead(
    _ title: inout Title, _ shown: HostedTitle, _ root: HostedRoot, _ host: NamedObject
  ) {
    if shown.extent == .filling {
      title.problem = title.problem ?? "its content fills the width without being led"
    }
    var modifiers = shown.isPadded ? [] : [".padding(.horizontal)"]
    if shown.extent == .fitting {
      modifiers.append(".frame(maxWidth: .infinity, alignment: .leading)")
    }
    guard !modifiers.isEmpty else { return }
    let view = canChangeType(of: host) && root.view.takesModifiers ? root.view : body(of: root)
    let importsSwiftUI = FileImports.shared(of: index.file).modules.contains("SwiftUI")
    if let view, importsSwiftUI {
      title.host?.view = view
      title.host?.modifiers = modifiers
    } else if shown.extent == .fitting {
      title.problem =
        title.problem
        ?? (importsSwiftUI
          ? "the type of its hosting controller is fixed, so that it cannot be led here"
          : "the file does not import SwiftUI, so that it cannot be led here")
    }
  }

  /// What a hosted view shows, by its code here or by what another file shows.
  private func shown(by root: HostedRoot) -> HostedTitle? {
    if let content = root.content { return content }
    guard let name = root.viewName else { return nil }
    let call = HostedTitleReader(index: index).makingCall(of: root.view)
    let declared = facts.facts(TitleViewFact.content, about: name)
    guard Set(declared.map(\.path)).count <= 1 else { return nil }
    let content =
      HostedTitle.declared(name, in: index)
      ?? declared.first.flatMap { HostedTitle(code: $0.object) }
    return content?.given(call, in: index)
  }

  /// Whether the controller's type follows from its root view and nothing else depends on it.
  ///
  /// A property's type cannot follow from a value of opaque type.
  private func canChangeType(of host: NamedObject) -> Bool {
    guard case .local(let binding) = host.declaration, binding.typeAnnotation == nil,
      host.initialUses.isEmpty,
      host.creation?.as(FunctionCallExprSyntax.self)?.calledExpression
        .is(DeclReferenceExprSyntax.self) == true
    else { return false }
    let members = [
      "view", "sizingOptions", "didMove", "willMove", "safeAreaRegions", "removeFromParent",
    ]
    return host.uses.allSatisfy { use in
      if let first = use.path.first { return members.contains(first) }
      guard let argument = use.node.parent?.as(LabeledExprSyntax.self),
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      else { return false }
      return call.calledExpression.core.referenceOfName?.baseName.text == "addChild"
    }
  }

  /// The body of the hosted view, where the file declares its type and only this place uses it.
  private func body(of root: HostedRoot) -> ExprSyntax? {
    guard let name = root.viewName, index.inherited[name]?.contains("View") == true,
      facts.facts(TitleViewFact.hostedUse, about: name).count == 1,
      case .getter(let items)? = index.property("body", of: name)?.accessorBlock?.accessors,
      items.count == 1, case .expr(let expression)? = items.first?.item,
      expression.takesModifiers
    else { return nil }
    return expression
  }
}

extension ExprSyntax {
  /// Whether a modifier that is written after the expression applies to all of it.
  fileprivate var takesModifiers: Bool {
    self.is(FunctionCallExprSyntax.self) || self.is(DeclReferenceExprSyntax.self)
      || self.is(MemberAccessExprSyntax.self)
  }
}
