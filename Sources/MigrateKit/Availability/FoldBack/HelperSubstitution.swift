import SwiftSyntax

/// A private function that holds a gate and folds to one expression, so that calls of it can be
/// replaced by what it does.
struct FoldedHelper {
  let name: String
  /// The labels by which arguments are passed; nil for none.
  let labels: [String?]
  /// The names of the parameters inside.
  let parameters: [String]
  /// What the function returns on systems before the version.
  let value: FoldNode
}

/// Replaces calls of helpers by what systems before the version see them do.
struct HelperSubstitution {
  let helpers: [String: FoldedHelper]
  /// The project's own helpers, whose meaning the user configured.
  let configured: [String: ViewGate.Kind]

  /// Whether there is nothing to replace.
  var isEmpty: Bool { helpers.isEmpty && configured.isEmpty }

  /// The tree with every call replaced that can be, from the inside out.
  func apply(to node: FoldNode) -> FoldNode {
    var result = node
    for index in result.children.indices {
      result.children[index] = apply(to: result.children[index])
    }
    guard result.kind == .functionCallExpr, let call = HelperCall(result) else { return result }
    return replacement(of: call) ?? result
  }

  private func replacement(of call: HelperCall) -> FoldNode? {
    if let kind = configured[call.name] {
      guard call.arguments.count == 1, call.arguments[0].value.kind == .closureExpr else {
        return nil
      }
      let base = call.base ?? Self.implicitSelf(at: call.offset)
      let value =
        kind == .since ? base : Closure(call.arguments[0].value)?.value(for: base)
      return value.map { call.base == nil ? $0.withoutImplicitSelf : $0 }
    }
    guard let helper = helpers[call.name], call.arguments.count == helper.parameters.count else {
      return nil
    }
    for (label, argument) in zip(helper.labels, call.arguments)
    where !argument.isTrailing && argument.label != label {
      return nil
    }
    let base = call.base ?? Self.implicitSelf(at: call.offset)
    guard
      let value = helper.value(
        for: base,
        arguments: Dictionary(
          zip(helper.parameters, call.arguments.map(\.value)),
          uniquingKeysWith: { first, _ in first }
        ))
    else { return nil }
    return call.base == nil ? value.withoutImplicitSelf : value
  }

  private static func implicitSelf(at offset: Int) -> FoldNode {
    FoldNode(.declReferenceExpr, at: offset, [FoldNode(token: .keyword(.self), at: offset)])
  }
}

extension FoldedHelper {
  /// What a call gives, or nil where evaluation would not be the same.
  func value(for base: FoldNode, arguments: [String: FoldNode]) -> FoldNode? {
    // Arguments that are values are evaluated before the body: only plain names may move.
    for argument in arguments.values
    where argument.kind != .closureExpr && !argument.isFreeOfEffects && !argument.isPlainShape {
      return nil
    }
    if value.referencedName == "self" { return base }
    if let name = value.referencedName, let argument = arguments[name] {
      return argument.kind != .closureExpr && base.isFreeOfEffects ? argument : nil
    }
    if value.kind == .functionCallExpr, let callee = value.children.first?.referencedName,
      let argument = arguments[callee]
    {
      guard argument.kind == .closureExpr, let closure = Closure(argument),
        let passed = HelperCall.arguments(of: value), passed.count == 1,
        passed[0].value.referencedName == "self"
      else { return nil }
      return closure.value(for: base)
    }
    // `self.modifier(argument)`: the base stays in front and is evaluated once.
    guard value.isPostfix, value.startsWithSelf, value.occurrences(of: "self") == 1,
      !value.contains({ $0.kind == .closureExpr })
    else { return nil }
    var names = arguments
    for (name, argument) in arguments {
      if argument.kind == .closureExpr, value.occurrences(of: name) > 1 { return nil }
    }
    names["self"] = base
    return value.replacingReferences(names)
  }
}

/// A closure literal that can be applied to one argument.
struct Closure {
  /// The name of its parameter.
  private let parameter: String
  private let result: FoldNode

  init?(_ node: FoldNode) {
    guard node.kind == .closureExpr, let items = node.child(.codeBlockItemList)?.children,
      items.count == 1, let only = items[0].children.first
    else { return nil }
    if let signature = node.child(.closureSignature) {
      guard signature.children.count(where: { $0.token != nil || !$0.children.isEmpty }) == 2,
        let list = signature.child(.closureShorthandParameterList), list.children.count == 1,
        case .identifier(let name) = list.children[0].children.first?.token
      else { return nil }
      parameter = name
    } else {
      parameter = "$0"
    }
    guard let value = only.kind == .returnStmt ? only.children.last : only, value.isExpression
    else { return nil }
    result = value
  }

  /// The closure's value for an argument that was evaluated before it.
  func value(for argument: FoldNode) -> FoldNode? {
    if result.referencedName == parameter { return argument }
    if let whole = result.containing(argument, for: parameter) { return whole }
    let isInside = result.contains(
      skipping: { $0.kind == .closureExpr && parameter == "$0" },
      { $0.kind == .closureExpr && $0.occurrences(of: parameter) > 0 })
    guard !isInside, result.occurrences(of: parameter, intoClosures: parameter != "$0") == 1,
      result.isPostfix, result.starts(with: parameter)
    else { return nil }
    return result.replacingReferences(
      [parameter: argument], intoClosures: parameter != "$0")
  }
}

extension FoldNode {
  /// A container of SwiftUI whose closure is only the parameter, with a view in its place: the
  /// container evaluates the closure at once, so that the view may as well be made inside of it.
  fileprivate func containing(_ view: FoldNode, for parameter: String) -> FoldNode? {
    guard kind == .functionCallExpr, children.first?.referencedName == "GlassEffectContainer",
      let arguments = HelperCall.arguments(of: self),
      let content = children.firstIndex(where: { $0.kind == .closureExpr }),
      arguments.allSatisfy({ $0.isTrailing || $0.value.isFreeOfEffects }),
      let items = children[content].childIndex(.codeBlockItemList),
      children[content].children[items].children.count == 1,
      children[content].children[items].children[0].children.first?.referencedName == parameter,
      children[content].child(.closureSignature) == nil,
      occurrences(of: parameter) == 1,
      !view.contains(skipping: { $0.kind == .closureExpr }, \.isAnonymousArgument)
    else { return nil }
    var result = self
    result.children[content].children[items].children[0].children[0] = view
    return result
  }

  private var isAnonymousArgument: Bool {
    if case .dollarIdentifier(let name)? = token { return name.dropFirst().allSatisfy(\.isNumber) }
    return false
  }
}

/// A call read as a call of a helper.
struct HelperCall {
  struct Argument {
    let label: String?
    let value: FoldNode
    let isTrailing: Bool
  }

  let name: String
  let base: FoldNode?
  let arguments: [Argument]
  let offset: Int

  init?(_ call: FoldNode) {
    guard let callee = call.children.first, let arguments = Self.arguments(of: call) else {
      return nil
    }
    if callee.kind == .memberAccessExpr, callee.children.count == 3,
      let name = callee.children[2].referencedName
    {
      self.name = name
      base = callee.children[0]
    } else if let name = callee.referencedName {
      self.name = name
      base = nil
    } else {
      return nil
    }
    self.arguments = arguments
    offset = call.offset
  }

  static func arguments(of call: FoldNode) -> [Argument]? {
    var result: [Argument] = []
    for part in call.children.dropFirst() {
      switch part.kind {
      case .labeledExprList:
        for element in part.children {
          guard
            let value = element.children.last(where: { $0.token != .comma })
          else { return nil }
          var label: String?
          if element.children.count > 1, element.children[1].token == .colon,
            case .identifier(let name) = element.children[0].token
          {
            label = name
          }
          result.append(Argument(label: label, value: value, isTrailing: false))
        }
      case .closureExpr: result.append(Argument(label: nil, value: part, isTrailing: true))
      case .multipleTrailingClosureElementList:
        for element in part.children where element.children.last != nil {
          guard let value = element.children.last else { return nil }
          result.append(Argument(label: nil, value: value, isTrailing: true))
        }
      default: break
      }
    }
    return result
  }
}

extension FoldNode {
  /// How often a plain name is referred to.
  func occurrences(of name: String, intoClosures: Bool = true) -> Int {
    if referencedName == name { return 1 }
    if kind == .closureExpr, !intoClosures { return 0 }
    // The name after a dot is a member, not a reference.
    if kind == .memberAccessExpr {
      return children.dropLast().reduce(0) {
        $0 + $1.occurrences(of: name, intoClosures: intoClosures)
      }
    }
    return children.reduce(0) { $0 + $1.occurrences(of: name, intoClosures: intoClosures) }
  }

  func replacingReferences(_ names: [String: FoldNode], intoClosures: Bool = true) -> FoldNode {
    if let name = referencedName { return names[name] ?? self }
    if kind == .closureExpr, !intoClosures { return self }
    var result = self
    let last = kind == .memberAccessExpr ? children.count - 1 : children.count
    for index in 0..<max(last, 0) {
      result.children[index] = children[index].replacingReferences(
        names, intoClosures: intoClosures)
    }
    return result
  }

  /// Whether the first thing evaluated is a reference to a name.
  func starts(with name: String) -> Bool {
    var node = self
    while let first = node.children.first {
      if node.referencedName == name { return true }
      node = first
    }
    return false
  }

  var startsWithSelf: Bool { starts(with: "self") }

  /// The node without a `self.` at its start.
  var withoutImplicitSelf: FoldNode {
    if kind == .memberAccessExpr, children.count == 3, children[0].referencedName == "self" {
      return children[2]
    }
    guard let first = children.first, first.token == nil else { return self }
    var result = self
    result.children[0] = first.withoutImplicitSelf
    return result
  }
}
