/// A setting of a recipe that a user may change.
public struct RecipeOption: Hashable, Sendable {
  /// What values an option takes.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case text
    case boolean
    case integer
    case choice
  }

  /// The name in kebab case.
  public internal(set) var name: String
  /// What values it takes.
  public internal(set) var kind: Kind
  /// The values of a choice; empty for other kinds.
  public internal(set) var values: [String]
  /// The value used when the user gives none.
  public internal(set) var standard: String
  /// What it does.
  public internal(set) var documentation: String

  /// What is wrong with a value, as the end of a sentence that names the option; nil when it fits.
  public func objection(to value: String) -> String? {
    switch kind {
    case .text:
      return nil
    case .boolean:
      return value == "true" || value == "false" ? nil : "must be 'true' or 'false'"
    case .integer:
      return Int(value) == nil ? "must be a whole number" : nil
    case .choice:
      if values.contains(value) { return nil }
      let known = values.map { "'\($0)'" }.joined(separator: ", ")
      return "must be one of \(known)"
    }
  }
}
