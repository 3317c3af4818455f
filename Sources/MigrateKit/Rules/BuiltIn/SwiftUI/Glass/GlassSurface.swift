import SwiftSyntax

/// The view that a chain with glass begins with.
enum GlassSurface {
  /// A view made by the initialiser of a type; the name is the type's.
  case view(String, FunctionCallExprSyntax)
  /// The content that a view modifier type is applied to; the name is the modifier's.
  case modifierContent(String)
  /// What a style is applied to, such as `configuration.label`; the name is the style's.
  case styleContent(String)
  /// The view that a member of an extension of a protocol, such as `View`, is called on.
  case extended(String)
  /// A parameter of the function or closure around it.
  case parameter(String)
  /// A property, a local or a function of the project that gives a view.
  case member(String)
  /// A shape or a colour without content, such as `Color.clear` or `Capsule()`.
  case fill(String)
  /// Anything else.
  case other

  /// Finds out what the root of a chain is; nil for the implicit `self`.
  init(root: ExprSyntax?, at call: FunctionCallExprSyntax) {
    guard let root, !root.isSelf else {
      let type = EnclosingType(of: call)
      self = type.map { $0.isExtension ? .extended($0.name) : .other } ?? .other
      return
    }
    if let made = root.as(FunctionCallExprSyntax.self) {
      let name = ViewTrace.calledName(made)
      if name.first?.isUppercase ?? false {
        self = Self.fills.contains(name) ? .fill(name) : .view(name, made)
      } else if let type = EnclosingType(of: call), type.name == "View", type.isExtension,
        made.calledExpression.is(DeclReferenceExprSyntax.self)
      {
        // A modifier on the implicit `self`, such as `padding().glassEffect()`.
        self = .extended(type.name)
      } else {
        let receiver = made.calledExpression.as(MemberAccessExprSyntax.self)?.base
        let isOwn = receiver?.isSelf ?? true
        self =
          isOwn && !name.isEmpty
          ? (Self.isParameter(name, at: Syntax(root)) ? .parameter(name) : .member(name)) : .other
      }
    } else if let reference = root.as(DeclReferenceExprSyntax.self) {
      self = Self.named(reference.baseName.text, at: Syntax(root))
    } else if let member = root.as(MemberAccessExprSyntax.self) {
      self = Self.member(member)
    } else {
      self = .other
    }
  }

  private static func named(_ name: String, at node: Syntax) -> GlassSurface {
    let type = EnclosingType(of: node)
    if name == "content", let type, function(around: node)?.name.text == "body" {
      return .modifierContent(type.name)
    }
    return isParameter(name, at: node) ? .parameter(name) : .member(name)
  }

  private static func member(_ member: MemberAccessExprSyntax) -> GlassSurface {
    let name = member.declName.baseName.text
    guard let base = member.base else { return .other }
    if base.isSelf { return .member(name) }
    if let root = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
      if root == "configuration", let type = EnclosingType(of: member) {
        return .styleContent(type.name)
      }
      if fills.contains(root) { return .fill(root) }
    }
    return .other
  }

  /// Whether the name is that of a parameter of a function or closure around the node.
  private static func isParameter(_ name: String, at node: Syntax) -> Bool {
    var current = node.parent
    while let parent = current {
      if let function = parent.as(FunctionDeclSyntax.self) {
        return function.signature.parameterClause.parameters.contains {
          ($0.secondName ?? $0.firstName).text == name
        }
      }
      if let closure = parent.as(ClosureExprSyntax.self) {
        if closure.parameterNames.contains(name) || name.hasPrefix("$") { return true }
      }
      if parent.is(MemberBlockSyntax.self) { return false }
      current = parent.parent
    }
    return false
  }

  private static func function(around node: Syntax) -> FunctionDeclSyntax? {
    var current = node.parent
    while let parent = current {
      if let function = parent.as(FunctionDeclSyntax.self) { return function }
      if parent.is(MemberBlockSyntax.self) { return nil }
      current = parent.parent
    }
    return nil
  }

  /// Shapes and colours, which have no content.
  static let fills: Set<String> = [
    "Capsule", "Circle", "Color", "ConcentricRectangle", "ContainerRelativeShape", "Ellipse",
    "EmptyView", "Rectangle", "RoundedRectangle", "Spacer", "UnevenRoundedRectangle",
  ]
}

extension GlassSurface {
  /// The name of the type, where the surface is a view made by an initialiser.
  var viewName: String? {
    guard case .view(let name, _) = self else { return nil }
    return name
  }
}
