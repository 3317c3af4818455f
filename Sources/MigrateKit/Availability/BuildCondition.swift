import SwiftOperators
import SwiftSyntax

/// Whether something holds, as far as can be told.
enum Truth {
  case yes
  case no
  case unknown

  init(_ value: Bool) { self = value ? .yes : .no }

  var negated: Truth {
    switch self {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }
}

/// Evaluates the conditions of `#if` for one platform.
struct BuildCondition {
  /// The platform that is built for.
  var platform: Platform
  /// The value of an atom, by its text, where the caller decides; others follow the platform.
  var assumed: [String: Bool] = [:]
  /// Whether compiler and SDK are those of iOS 26's time or later; nothing is known otherwise.
  var assumesCurrentSDK = true

  /// Nesting past this depth is not followed.
  private static let depthLimit = 64

  func truth(of condition: ExprSyntax?, depth: Int = 0) -> Truth {
    guard let condition, depth < Self.depthLimit else { return .unknown }
    if !assumed.isEmpty, let value = assumed[Self.key(of: condition)] { return Truth(value) }
    if let infix = condition.as(InfixOperatorExprSyntax.self) {
      return truth(of: infix, depth: depth)
    }
    if let prefix = condition.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return truth(of: prefix.expression, depth: depth + 1).negated
    }
    if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return truth(of: tuple.elements.first?.expression, depth: depth + 1)
    }
    if let literal = condition.as(BooleanLiteralExprSyntax.self) {
      return Truth(literal.literal.tokenKind == .keyword(.true))
    }
    if let call = condition.as(FunctionCallExprSyntax.self) { return truth(of: call) }
    if let sequence = condition.as(SequenceExprSyntax.self) {
      let folded = OperatorTable.standardOperators.foldAll(sequence) { _ in }
      guard let expression = folded.as(ExprSyntax.self),
        !expression.is(SequenceExprSyntax.self)
      else { return .unknown }
      return truth(of: expression, depth: depth + 1)
    }
    return .unknown
  }

  /// The text of a condition without white space and comments, for `assumed`.
  static func key(of condition: some SyntaxProtocol) -> String {
    condition.tokens(viewMode: .sourceAccurate).map(\.text).joined()
  }

  private func truth(of infix: InfixOperatorExprSyntax, depth: Int) -> Truth {
    let left = truth(of: infix.leftOperand, depth: depth + 1)
    let right = truth(of: infix.rightOperand, depth: depth + 1)
    switch infix.operator.trimmedText {
    case "&&":
      if left == .no || right == .no { return .no }
      return left == .yes && right == .yes ? .yes : .unknown
    case "||":
      if left == .yes || right == .yes { return .yes }
      return left == .no && right == .no ? .no : .unknown
    default: return .unknown
    }
  }

  private func truth(of call: FunctionCallExprSyntax) -> Truth {
    guard let argument = call.arguments.first?.expression.trimmedText else {
      return .unknown
    }
    switch call.calledExpression.trimmedText {
    case "os": return isOperatingSystem(argument)
    case "targetEnvironment":
      return argument == "macCatalyst" ? Truth(platform == .macCatalyst) : .unknown
    case "canImport": return canImport(argument)
    case "compiler" where assumesCurrentSDK:
      return compares(argument, against: PlatformVersion(6, 2))
    case "swift" where assumesCurrentSDK: return compares(argument, against: PlatformVersion(5))
    default: return .unknown
    }
  }

  private func isOperatingSystem(_ name: String) -> Truth {
    switch name {
    case "iOS", "macOS", "OSX", "tvOS", "watchOS", "visionOS", "xrOS":
      Truth(Platform(sourceName: name)?.osName == platform.osName)
    default: .no
    }
  }

  /// The modules and symbols whose presence follows from the platform and its 26 SDK.
  private func canImport(_ module: String) -> Truth {
    switch module {
    case _ where !assumesCurrentSDK && !["UIKit", "AppKit", "SwiftUI"].contains(module): .unknown
    case "UIKit": Truth(platform != .macOS)
    case "UIKit.UIGlassEffect", "UIKit.UIGlassContainerEffect":
      Truth([.iOS, .macCatalyst, .tvOS].contains(platform))
    case "AppKit", "Cocoa":
      platform == .macCatalyst ? .unknown : Truth(platform == .macOS)
    case "WatchKit": platform == .watchOS ? .yes : .unknown
    case "SwiftUI", "Foundation", "Combine": .yes
    case "FoundationModels": Truth(platform != .tvOS && platform != .watchOS)
    default: .unknown
    }
  }

  /// Compares `>=6.2` or `<6.2` with the lowest version that can be running.
  private func compares(_ argument: String, against lowest: PlatformVersion) -> Truth {
    let text = argument.filter { $0 != " " }
    if text.hasPrefix(">="), let wanted = PlatformVersion(String(text.dropFirst(2))) {
      return wanted <= lowest ? .yes : .unknown
    }
    if text.hasPrefix("<"), let wanted = PlatformVersion(String(text.dropFirst())) {
      return wanted <= lowest ? .no : .unknown
    }
    return .unknown
  }

  /// Whether a clause of an `#if` is the one that is compiled.
  func isCompiled(_ clause: IfConfigClauseSyntax, among clauses: IfConfigClauseListSyntax) -> Truth
  {
    var result = Truth.yes
    for other in clauses {
      let holds: Truth = other.condition == nil ? .yes : truth(of: other.condition)
      if other.id == clause.id {
        if holds == .no { return .no }
        return holds == .unknown ? .unknown : result
      }
      if holds == .yes { return .no }
      if holds == .unknown { result = .unknown }
    }
    return .unknown
  }
}
