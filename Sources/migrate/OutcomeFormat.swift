/// The formats of commands that report what they did.
enum OutcomeFormat: String, CaseIterable {
  case text
  case json
}
