/// What to say of a placeholder that has no code.
enum PlaceholderHint {
  /// `; did you mean '$x'`, or the names there are.
  static func text(for name: String, known: Set<String>) -> String {
    // One letter is always one letter away from another.
    let isSame = known.first { $0.lowercased() == name.lowercased() }
    let near = isSame ?? (name.count > 2 ? Spelling.nearest(to: name, in: known.sorted()) : nil)
    if let near { return "; did you mean '$\(near)'" }
    if known.isEmpty { return "; it keeps none" }
    return "; it keeps " + known.sorted().map { "'$\($0)'" }.joined(separator: ", ")
  }
}
