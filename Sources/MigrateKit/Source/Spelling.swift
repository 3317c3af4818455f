/// Finds what a misspelt word was meant to be.
public enum Spelling {
  /// The candidate nearest to a word, nil when none is near enough to be meant.
  public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, wanted.count / 3)
    var best: (distance: Int, text: String)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(64))
      let distance = distance(wanted, letters)
      guard distance <= limit else { continue }
      if let known = best, (known.distance, known.text) <= (distance, candidate) { continue }
      best = (distance, candidate)
    }
    return best?.text
  }

  /// `; did you mean 'x'?` without the question mark's stop, or nothing.
  static func hint(for word: String, in candidates: some Sequence<String>) -> String {
    nearest(to: word, in: candidates).map { "; did you mean '\($0)'" } ?? ""
  }

  /// The number of insertions, removals, replacements and swaps of neighbours between two words.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
