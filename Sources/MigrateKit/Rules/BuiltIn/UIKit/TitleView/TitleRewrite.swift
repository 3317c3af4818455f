import SwiftSyntax

/// Why a statement cannot be rewritten.
struct TitleRewriteObstacle: Error {
  /// The end of a sentence.
  let reason: String
}

/// Writes a title as the title view on iOS 26 and leaves the item as it was before.
struct TitleRewrite {
  /// The place that shows the title.
  let site: LeadingItemSite
  /// The title.
  let title: Title
  /// The file.
  let index: SourceIndex
  /// The platforms of the file and how gates are written.
  let context: RuleContext
  /// The gate at the statement.
  let gate: Gate

  private var file: ParsedFile { index.file }

  /// The edits, or why there are none.
  var edits: Result<[Edit], TitleRewriteObstacle> {
    let region = TitleRegion(site: site, title: title, file: file)
    guard let range = region.range else {
      return .failure(TitleRewriteObstacle(reason: "its statement shares a line with others"))
    }
    let source = file.source
    let code = gate.either(since: titleLines, before: region.lines(in: file))
    let indentation = source.indentation(ofLineAt: range.lowerBound)
    var edits = [Edit(range, code.text(after: indentation, lineEnding: source.lineEnding))]
    for call in title.compressionCalls where !region.holds(call) {
      switch compressionEdit(call) {
      case .success(let edit): if let edit { edits.append(edit) }
      case .failure(let obstacle): return .failure(obstacle)
      }
    }
    edits += rootViewEdits
    return .success(edits)
  }

  /// The statements of the new arm.
  private var titleLines: SourceLines {
    var lines: [String] = []
    if let host = title.host, !host.sizesView {
      lines.append("\(host.controller).sizingOptions = [.intrinsicContentSize]")
    }
    if !title.hasConstraintLayout {
      lines.append("\(title.view).translatesAutoresizingMaskIntoConstraints = false")
    }
    lines += title.leading
    lines.append("\(title.view).setContentHuggingPriority(.fittingSizeLevel, for: .horizontal)")
    lines.append("\(site.navigationItem.trimmedDescription).titleView = \(title.view)")
    return SourceLines(lines)
  }

  /// Keeps a call that stands elsewhere to older systems.
  private func compressionEdit(
    _ call: MemberUse
  ) -> Result<Edit?, TitleRewriteObstacle> {
    guard let statement = call.statement, let range = wholeLines(of: statement) else {
      return .failure(TitleRewriteObstacle(reason: "its resistance to compression is set inline"))
    }
    let gate = Gate(.liquidGlass, at: statement, in: file, context: context, drops: true)
    guard gate.decision == .gate else {
      return gate.decision == .below
        ? .success(nil)
        : .failure(TitleRewriteObstacle(reason: "its resistance to compression is set elsewhere"))
    }
    let code = gate.before(SourceLines(of: statement, in: file))
    let indentation = file.source.indentation(ofLineAt: range.lowerBound)
    return .success(
      Edit(range, code.text(after: indentation, lineEnding: file.source.lineEnding)))
  }

  private func wholeLines(of statement: CodeBlockItemSyntax) -> ByteRange? {
    let range = file.range(of: statement)
    return file.source.isFirstOnLine(range.lowerBound) && file.endsLine(range.upperBound)
      ? range : nil
  }

  /// Leads the content of the hosted view.
  private var rootViewEdits: [Edit] {
    guard let view = title.host?.rootView else { return [] }
    let end = file.range(of: view).upperBound
    let indentation = file.source.indentation(ofLineAt: end)
    let modifiers = SourceLines([
      ".padding(.horizontal)",
      "\(file.source.indentation).frame(maxWidth: .infinity, alignment: .leading)",
    ])
    let ending = file.source.lineEnding
    if gate.decision == .proved {
      let code = modifiers.text(after: indentation, lineEnding: ending)
      return [Edit(insertAt: end, code)]
    }
    let viewGate = ViewGate(.liquidGlass, in: file, context: context)
    let needs = EmittedAPI.viewFrame.requirement.and(EmittedAPI.viewPadding.requirement)
    let code = viewGate.since(modifiers, needs: needs)
    var edits = [Edit(insertAt: end, code.text(after: indentation, lineEnding: ending))]
    if let declaration = viewGate.declaration(of: [.since]) { edits.append(declaration) }
    return edits
  }
}
