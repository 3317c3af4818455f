import Foundation

/// A plugin that has started and shaken hands.
public struct Plugin: Sendable {
  /// How the person who runs the program named it.
  public let reference: PluginReference
  /// Its rules, in the order it gave them.
  public let rules: [any Rule]
  /// Its recipes, each as the text of a `recipe.yml`.
  public let manifests: [[UInt8]]

  /// Checks what a plugin said of itself.
  init(_ reference: PluginReference, _ connection: PluginConnection) throws(PluginError) {
    self.reference = reference
    let hello = connection.announced
    guard !hello.rules.isEmpty else {
      throw PluginError(reference, "has no rules: its 'hello' must name at least one")
    }
    var rules: [ExternalRule] = []
    for rule in hello.rules {
      if let objection = Self.objection(to: rule, among: rules) {
        throw PluginError(reference, objection)
      }
      rules.append(ExternalRule(id: rule.id, needles: Needles(rule.needles), connection))
    }
    let size = hello.rules.reduce(0) { $0 + $1.needles.joined().reduce(0) { $0 + $1.utf8.count } }
    guard size <= connection.limits.needleBytes else {
      throw PluginError(
        reference, "has needles of \(size) bytes; \(connection.limits.needleBytes) are the most")
    }
    self.rules = rules
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      // JSON is YAML, so that a recipe's keys are read by the one table there is.
      manifests = try hello.recipes.map { [UInt8](try encoder.encode($0)) }
    } catch {
      throw PluginError(reference, "has a recipe that cannot be read")
    }
  }

  private static func objection(
    to rule: PluginHello.Rule, among others: [ExternalRule]
  ) -> String? {
    let shown = rule.id.prefix(60)
    let isName =
      rule.id.utf8.count <= 60 && rule.id.utf8.first.map { (0x61...0x7A).contains($0) } == true
      && rule.id.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty
          && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
      }
    if !isName { return "names a rule '\(shown)'; ids are lowercase words joined by '-'" }
    if others.contains(where: { $0.id == rule.id }) { return "names rule '\(shown)' twice" }
    if rule.needles.isEmpty {
      return "has no needles for rule '\(shown)', so it would never be asked: name at least one"
    }
    if rule.needles.contains(where: { $0.allSatisfy(\.isEmpty) || $0.contains("") }) {
      return "has an empty needle for rule '\(shown)', so it would be asked about every file:"
        + " name a string that must occur"
    }
    return nil
  }
}
