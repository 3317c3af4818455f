import SwiftSyntax

/// A function of a view that does nothing but pin the view's edges to a safe area.
struct PinFunction: Equatable {
  /// Whose safe area it is.
  enum Target: String {
    /// The guide that the function is given.
    case guide
    /// The view that the function is given.
    case view
    /// The superview.
    case superview
  }

  /// Whose safe area it is.
  let target: Target
  /// The names of the edges, in source order.
  private(set) var edges: [String] = []
  /// Whether the view is taken out of frame-based layout as well.
  private(set) var clearsMask = false

  /// The kind of the facts about such functions, by name and labels.
  static let fact = "scroll-pin-function"

  private static let allEdges = ["top", "bottom", "leading", "trailing", "left", "right"]
  /// How the names of functions that pin begin.
  static let verbs = ["pin", "anchor", "constrain", "align", "attach", "fill", "layout", "snap"]

  /// Whether a function is named as those that pin.
  static func isNamedLikeOne(_ name: String) -> Bool {
    let text = name.lowercased()
    return verbs.contains { text.hasPrefix($0) } && name.first?.isLowercase == true
  }

  // MARK: Facts

  /// The name of a called function with its labels, such as `pinEdges(to:)`.
  static func key(of call: FunctionCallExprSyntax, named name: String) -> String {
    "\(name)(\(call.arguments.map { ($0.label?.text ?? "_") + ":" }.joined()))"
  }

  /// The name of a declared function with its labels.
  static func key(of function: FunctionDeclSyntax) -> String {
    let labels = function.signature.parameterClause.parameters.map { $0.firstName.text + ":" }
    return "\(function.name.text)(\(labels.joined()))"
  }

  /// What the project's declarations of a function say; nil where it has none, or they differ.
  static func known(_ key: String, _ facts: ProjectFacts) -> PinFunction? {
    let all = Set(facts.facts(fact, about: key).map(\.object))
    guard all.count == 1, let only = all.first else { return nil }
    return PinFunction(code: only)
  }

  /// The function in the form in which facts hold it.
  var code: String {
    "\(target.rawValue)|\(edges.joined(separator: ","))|\(clearsMask ? "mask" : "")"
  }

  private init?(code: String) {
    let parts = code.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let target = Target(rawValue: parts[0]) else { return nil }
    self.target = target
    edges = parts[1].split(separator: ",").map(String.init)
    clearsMask = parts[2] == "mask"
  }

  // MARK: Bodies

  /// Reads a function; nil where it does anything else.
  init?(_ function: FunctionDeclSyntax) {
    let parameters = Array(function.signature.parameterClause.parameters)
    guard parameters.count < 2, function.genericParameterClause == nil,
      function.signature.returnClause == nil, let body = function.body
    else { return nil }
    var guides: Set<String>
    if let parameter = parameters.first {
      let name = (parameter.secondName ?? parameter.firstName).text
      switch parameter.type.trimmedText {
      case "UILayoutGuide":
        target = .guide
        guides = [name]
      case "UIView":
        target = .view
        guides = ["\(name).safeAreaLayoutGuide"]
      default: return nil
      }
    } else {
      target = .superview
      guides = ["superview.safeAreaLayoutGuide"]
    }
    for statement in body.statements {
      guard take(statement, &guides) else { return nil }
    }
    guard edges.contains("top") || edges.contains("bottom"), Set(edges).count == edges.count
    else { return nil }
  }

  private mutating func take(_ statement: CodeBlockItemSyntax, _ guides: inout Set<String>) -> Bool
  {
    switch statement.item {
    case .stmt(let node):
      guard let guarded = node.as(GuardStmtSyntax.self), target == .superview,
        let bound = guarded.conditions.first?.condition.as(OptionalBindingConditionSyntax.self),
        bound.pattern.boundName == "superview", guarded.conditions.count == 1
      else { return false }
      return true
    case .decl(let node):
      guard let variable = node.as(VariableDeclSyntax.self), variable.bindings.count == 1,
        let binding = variable.bindings.first, let name = binding.pattern.boundName,
        let value = binding.initializer?.value, guides.contains(Self.own(value))
      else { return false }
      guides.insert(name)
      return true
    case .expr(let node):
      if let assignment = node.as(InfixOperatorExprSyntax.self) {
        let left = Self.own(assignment.leftOperand)
        if left == "translatesAutoresizingMaskIntoConstraints" {
          clearsMask = true
          return assignment.rightOperand.trimmedText == "false"
        }
        guard let access = assignment.leftOperand.as(MemberAccessExprSyntax.self),
          access.declName.baseName.text == "isActive", let base = access.base,
          assignment.rightOperand.trimmedText == "true"
        else { return false }
        return takeConstraint(base, guides)
      }
      guard let call = node.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
        call.calledExpression.trimmedText == "NSLayoutConstraint.activate",
        let array = call.arguments.first?.expression.as(ArrayExprSyntax.self)
      else { return false }
      return array.elements.allSatisfy { takeConstraint($0.expression, guides) }
    @unknown default: return false
    }
  }

  private mutating func takeConstraint(_ expression: ExprSyntax, _ guides: Set<String>) -> Bool {
    guard let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base,
      access.declName.baseName.text == "constraint", let argument = call.arguments.first,
      argument.label?.text == "equalTo"
    else { return false }
    let own = Self.own(base)
    guard own.hasSuffix("Anchor") else { return false }
    let edge = String(own.dropLast("Anchor".count))
    guard Self.allEdges.contains(edge),
      guides.contains(where: { "\($0).\(own)" == Self.own(argument.expression) })
    else { return false }
    edges.append(edge)
    return true
  }

  /// An expression as text, without `self.` and the mark of an optional that is there.
  private static func own(_ expression: ExprSyntax) -> String {
    let text = expression.trimmedText.filter { !"?!".contains($0) }
    return text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
  }

  // MARK: Calls

  /// What a call does, written out, with top and bottom at the view's own edges.
  func lines(for view: String, guide: String, own: String, unit: String) -> [String] {
    let mask = clearsMask ? ["\(view).translatesAutoresizingMaskIntoConstraints = false"] : []
    let pins = edges.map { edge in
      let other = VerticalEdge(rawValue: edge) == nil ? guide : own
      return "\(unit)\(view).\(edge)Anchor.constraint(equalTo: \(other).\(edge)Anchor),"
    }
    return mask + ["NSLayoutConstraint.activate(["] + pins + ["])"]
  }
}

/// Finds the functions of a project that pin a view to a safe area.
struct PinFunctionCollector: FactCollector {
  let id = "scroll-pin-functions"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(
      PinFunction.verbs.flatMap { verb in
        [
          ["extension", "func \(verb)", "safeAreaLayoutGuide"],
          ["extension", "func \(verb)", "UILayoutGuide"],
        ]
      })
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    return index.members.keys.sorted().flatMap { type -> [Fact] in
      guard type == "UIView" else { return [] }
      return (index.members[type] ?? []).flatMap { block in
        block.members.compactMap { member -> Fact? in
          guard let function = member.decl.as(FunctionDeclSyntax.self),
            PinFunction.isNamedLikeOne(function.name.text)
          else { return nil }
          return Fact(
            PinFunction.fact, PinFunction.key(of: function),
            PinFunction(function)?.code ?? "other", path: file.source.path)
        }
      }
    }
  }
}
