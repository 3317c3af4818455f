/// Writes findings as Xcode reads them from a build phase: `path:line:column: warning: message`.
public enum XcodeReporter {
  /// The text for a document; paths are put under `root` so that Xcode can open them.
  public static func text(for document: ScanDocument, root: String) -> String {
    lines(document) { finding, recipe in
      let path = root.isEmpty ? finding.path : "\(root)/\(finding.path)"
      return
        "\(PrintableText.line(path)):\(finding.line):\(finding.column): \(finding.level.rawValue): "
        + "\(PrintableText.line(finding.message)) [\(recipe)]"
    }
  }
}

/// Writes findings as annotations of a GitHub Actions run.
public enum GitHubReporter {
  /// The text for a document.
  public static func text(for document: ScanDocument) -> String {
    lines(document) { finding, recipe in
      let level = finding.level == .note ? "notice" : finding.level.rawValue
      return "::\(level) file=\(property(finding.path)),line=\(finding.line),"
        + "endLine=\(finding.endLine),col=\(finding.column),title=\(property(recipe))"
        + "::\(data(finding.message))"
    }
  }

  private static func data(_ text: String) -> String {
    replace(text, ["%": "%25", "\n": "%0A"])
  }

  private static func property(_ text: String) -> String {
    replace(text, ["%": "%25", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func replace(_ text: String, _ table: [Unicode.Scalar: String]) -> String {
    var result = ""
    for scalar in PrintableText.lines(text).unicodeScalars {
      if let escape = table[scalar] {
        result += escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// One line for every finding that is not suppressed.
private func lines(
  _ document: ScanDocument, _ line: (ScanDocument.FindingEntry, String) -> String
) -> String {
  var text = ""
  for recipe in document.recipes {
    for finding in recipe.findings where !finding.suppressed {
      text += line(finding, recipe.id) + "\n"
    }
  }
  return text
}
