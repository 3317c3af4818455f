import SwiftSyntax

/// A background with a shape, as far as modifiers that follow each other give it.
struct SurfaceLook {
  /// The links that make the look, first one first.
  let links: [ModifierLink]
  /// The shape, as text.
  let shape: String
  /// Whether nothing but its own arguments decides the shape.
  let isPlainShape: Bool
  /// Whether the look clips the content too.
  let dropsClip: Bool
  /// The chain around the background.
  let chain: ViewChain
  /// The view that the chain begins with, up to the background.
  let root: ExprSyntax
  let first: ModifierLink
  let last: ModifierLink

  /// Reads the look that a background begins; nil where it is no surface.
  init?(_ background: ModifierLink) {
    guard let base = background.member.base, let style = background.argument(""),
      background.call.trailingClosure == nil
    else { return nil }
    var links = [background]
    var shape = background.argument("in")?.trimmedText
    var isPlain = background.argument("in").map { PlainValues.isShape($0) } ?? true
    var hasShadow = false
    var dropsClip = false
    guard background.call.arguments.count == (shape == nil ? 1 : 2) else { return nil }
    var next = Self.next(after: background)
    while let link = next {
      switch link.name {
      case "clipShape", "cornerRadius":
        guard let given = Self.shape(of: link) else { return nil }
        if shape == nil {
          shape = given
          isPlain = link.argument("").map { PlainValues.isShape($0) } ?? true
        }
        dropsClip = true
      case "shadow": hasShadow = true
      case "overlay" where Self.isBorder(link): break
      default: next = nil
      }
      guard next != nil else { break }
      links.append(link)
      next = Self.next(after: link)
    }
    guard let shape, let last = links.last else { return nil }
    switch Self.isMaterial(style) {
    case true: break
    case false where hasShadow && Self.isOpaque(style): break
    default: return nil
    }
    self.links = links
    self.shape = shape
    isPlainShape = isPlain
    self.dropsClip = dropsClip
    self.last = last
    first = background
    chain = ViewChain(around: background)
    root = base
  }

  /// Whether the shape has no straight side that content stands against.
  var isRound: Bool {
    let text = shape.lowercased()
    return text.contains("capsule") || text.contains("circle")
  }

  private static func next(after link: ModifierLink) -> ModifierLink? {
    guard let member = link.call.parent?.as(MemberAccessExprSyntax.self),
      member.base?.id == ExprSyntax(link.call).id,
      let call = member.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == ExprSyntax(member).id
    else { return nil }
    return ModifierLink(call)
  }

  private static func shape(of link: ModifierLink) -> String? {
    guard let value = link.argument(""), link.call.arguments.count == 1 else { return nil }
    let text = value.trimmedText
    return link.name == "cornerRadius" ? ".rect(cornerRadius: \(text))" : text
  }

  private static func isBorder(_ link: ModifierLink) -> Bool {
    let text =
      link.call.arguments.trimmedText + (link.call.trailingClosure?.trimmedText ?? "")
    return text.contains(".stroke(") || text.contains(".strokeBorder(")
  }

  static func isMaterial(_ style: ExprSyntax) -> Bool {
    guard let member = style.as(MemberAccessExprSyntax.self) else { return false }
    let name = member.declName.baseName.text
    if let base = member.base {
      return base.trimmedText == "Material"
        && ["regular", "thin", "thick", "ultraThin", "ultraThick", "bar"].contains(name)
    }
    return name == "bar" || name.hasSuffix("Material")
  }

  /// Whether a style is a colour that nothing shows through, as far as its form tells.
  static func isOpaque(_ style: ExprSyntax) -> Bool {
    let links = ModifierLink.chain(endingWith: style)
    guard links.isEmpty else { return false }
    if let made = style.as(FunctionCallExprSyntax.self) {
      let text = made.arguments.trimmedText
      return ViewTrace.calledName(made) == "Color"
        && !made.arguments.contains { $0.label?.text == "opacity" }
        && !["SystemFill", "systemFill", "clear", "separator"].contains(where: text.contains)
    }
    guard let member = style.as(MemberAccessExprSyntax.self) else { return false }
    let name = member.declName.baseName.text
    guard name != "clear" else { return false }
    if let base = member.base { return base.trimmedText == "Color" }
    return colors.contains(name)
  }

  private static let colors: Set<String> = [
    "white", "black", "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue",
    "indigo", "purple", "pink", "brown", "gray", "background",
  ]
}

/// What a surface shows.
struct SurfaceContent {
  /// The name of the view that the chain begins with.
  let rootName: String
  private let names: Set<String>
  private let members: Set<String>

  init(_ root: ExprSyntax?, bodies: [String: [CodeBlockItemListSyntax]]) {
    let made = root?.as(FunctionCallExprSyntax.self)
    rootName = made.map { ViewTrace.calledName($0) } ?? ""
    let search = NameSearch(viewMode: .sourceAccurate)
    if let root { search.walk(root) }
    // Members that the content uses are part of it, two steps far.
    for _ in 0..<2 {
      for name in search.members {
        for body in bodies[name] ?? [] where search.visited.insert(body.id).inserted {
          search.walk(body)
        }
      }
    }
    names = search.types
    members = search.members
  }

  private static let inputs: Set<String> = ["TextField", "TextEditor", "SecureField"]
  private static let plain: Set<String> = [
    "Text", "Label", "HStack", "VStack", "ZStack", "Spacer", "Divider", "Button", "Group",
    "ProgressView", "ForEach", "NavigationLink", "Menu", "Link", "Toggle", "Picker", "Gauge",
    "Color", "Font", "Circle", "Capsule", "RoundedRectangle", "Rectangle", "SystemImage",
  ]

  /// Whether people write into it.
  var holdsTextInput: Bool {
    !names.isDisjoint(with: Self.inputs)
      || names.contains { $0.hasSuffix("TextField") || $0.hasSuffix("TextView") }
  }
  /// Whether it says that there is nothing to show.
  var holdsEmptyState: Bool { names.contains("ContentUnavailableView") }
  /// Whether it holds things to press.
  var holdsControls: Bool {
    !names.isDisjoint(with: ["Button", "Menu", "NavigationLink", "Toggle"])
  }
  /// Whether it offers a choice among equals.
  var isChoice: Bool {
    names.contains("Picker")
      || rootName == "HStack" && names.isSuperset(of: ["ForEach", "Button"])
  }
  /// Whether it is a word or a picture and no more.
  var isLabel: Bool {
    names.isSubset(of: ["Text", "Label", "HStack", "SystemImage", "Spacer"]) && !rootName.isEmpty
  }
  /// Whether nothing in it reaches beyond its bounds, as far as is known.
  var isPlain: Bool { !rootName.isEmpty && names.isSubset(of: Self.plain) }
}

/// The types that an expression makes, and the members that it names.
private final class NameSearch: SyntaxVisitor {
  var types: Set<String> = []
  var members: Set<String> = []
  var visited: Set<SyntaxIdentifier> = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = ViewTrace.calledName(node)
    guard name.first?.isUppercase ?? false else { return .visitChildren }
    let isSymbol =
      name == "Image" && node.arguments.first?.label?.text == "systemName"
    types.insert(isSymbol ? "SystemImage" : name)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    members.insert(node.baseName.text)
    return .visitChildren
  }
}
