import SwiftSyntax

/// What a custom background is made of.
enum SheetFill: Equatable {
  /// Nothing: the sheet is see-through on purpose.
  case clear
  /// A material of the system, which glass replaces.
  case material
  /// A colour, or a value that is one by all appearances.
  case color
  /// Something glass cannot stand for; the text says what.
  case picture(String)
  /// A shape, a measurement or another thing that is no fill.
  case none

  /// Reads the arguments of `presentationBackground` or `background`.
  init(of call: FunctionCallExprSyntax) {
    var contents: [ExprSyntax] = []
    for argument in call.arguments {
      switch argument.label?.text {
      case nil, "content":
        if let closure = argument.expression.as(ClosureExprSyntax.self) {
          contents += SheetContent.leaves(of: closure.statements)
        } else {
          contents.append(argument.expression)
        }
      case "in", "fillStyle":
        self = .none
        return
      default: continue
      }
    }
    if let closure = call.trailingClosure {
      contents += SheetContent.leaves(of: closure.statements)
    }
    let kinds = contents.map { SheetFill(expression: $0) }
    if kinds.isEmpty {
      self = .none
    } else if let picture = kinds.first(where: { $0.isPicture }) {
      self = picture
    } else if kinds.allSatisfy({ $0 == .clear }) {
      self = .clear
    } else if kinds.contains(.clear) {
      self = .picture("sometimes clear")
    } else {
      self = kinds.contains(.none) ? .none : kinds.contains(.color) ? .color : .material
    }
  }

  /// Reads one expression of a style or a view.
  init(expression: ExprSyntax) {
    let words = SheetFill.words(of: expression)
    if let media = words.first(where: SheetFill.isMedia) {
      self = .picture(SheetFill.describe(media))
      return
    }
    if words.contains(where: { $0 == "glassEffect" || $0 == "Glass" }) {
      self = .picture("glass of its own")
      return
    }
    let root = ModifierLink.root(of: expression)
    if words.contains("clear") {
      self =
        root.is(TernaryExprSyntax.self) || words.contains("??")
        ? .picture("sometimes clear") : .clear
      return
    }
    if words.contains(where: { $0.hasSuffix("Material") || $0 == "Material" || $0 == "bar" }) {
      self = .material
      return
    }
    if let call = root.as(FunctionCallExprSyntax.self) {
      self = SheetFill(call: call)
    } else {
      self = .color
    }
  }

  private init(call: FunctionCallExprSyntax) {
    let name = ViewTrace.calledName(call)
    switch name {
    case "Color", "UIColor", "AnyShapeStyle", "HierarchicalShapeStyle", "BackgroundStyle":
      self = .color
    case "EmptyView": self = .clear
    case "Rectangle":
      self = .color
    case "Group", "ZStack", "VStack":
      let views = call.trailingClosure.map { SheetContent.leaves(of: $0.statements) } ?? []
      let kinds = views.map { SheetFill(expression: $0) }
      self =
        kinds.first { $0.isPicture }
        ?? (kinds.allSatisfy { $0 == .material } && !kinds.isEmpty ? .material : .color)
      if kinds.contains(.none) { self = .none }
    case "GeometryReader", "RoundedRectangle", "Capsule", "Circle", "Ellipse", "Path", "Text",
      "Button", "NavigationLink", "HStack", "UnevenRoundedRectangle", "ScrollView":
      self = .none
    default:
      let isColor = name.first?.isLowercase ?? true || name.hasSuffix("Color")
      self = isColor ? .color : .picture("a view of the project, '\(name)'")
    }
  }

  /// Whether glass cannot stand for it.
  var isPicture: Bool {
    if case .picture = self { return true }
    return false
  }

  private static func words(of expression: ExprSyntax) -> [String] {
    expression.tokens(viewMode: .sourceAccurate).compactMap { token in
      switch token.tokenKind {
      case .identifier(let name): name
      case .binaryOperator(let text): text
      default: nil
      }
    }
  }

  private static func isMedia(_ word: String) -> Bool {
    let lower = word.lowercased()
    if lower.hasSuffix("gradient") { return true }
    return ["Image", "AsyncImage", "VideoPlayer", "Canvas", "KFImage", "LazyImage", "WebImage"]
      .contains(word) || lower.hasSuffix("video") || lower.hasSuffix("artwork")
  }

  private static func describe(_ word: String) -> String {
    word.lowercased().hasSuffix("gradient") ? "a gradient" : "an image or video"
  }
}
