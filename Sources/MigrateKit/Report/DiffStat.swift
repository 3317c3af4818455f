/// Summarises the changes of a recipe as `git diff --stat` does.
public enum DiffStat {
  /// One line per file and a last line with the sum; empty when nothing changes.
  public static func text(for recipe: RecipePlan, style: Style) -> String {
    guard !recipe.changes.isEmpty else { return "" }
    let names = recipe.changes.map { PrintableText.line($0.path) }
    let width = names.map(\.count).max() ?? 0
    let most = recipe.changes.map { $0.added + $0.removed }.max() ?? 1
    var text = "\(style.bold(recipe.id))\n"
    for (change, name) in zip(recipe.changes, names) {
      let pad = String(repeating: " ", count: width - name.count)
      let scale = max(1.0, Double(most) / 40)
      let plus = String(repeating: "+", count: Int((Double(change.added) / scale).rounded(.up)))
      let minus = String(repeating: "-", count: Int((Double(change.removed) / scale).rounded(.up)))
      text += " \(name)\(pad) | \(change.added + change.removed) "
      text += style.green(plus) + style.red(minus) + "\n"
    }
    let added = recipe.changes.reduce(0) { $0 + $1.added }
    let removed = recipe.changes.reduce(0) { $0 + $1.removed }
    text += " \(TextReporter.count(recipe.changes.count, "file")) changed, "
    text += "\(TextReporter.count(added, "insertion"))(+), "
    text += "\(TextReporter.count(removed, "deletion"))(-)\n"
    return text
  }
}
