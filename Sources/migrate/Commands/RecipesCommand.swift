import MigrateKit

/// `migrate recipes list|show|test|new|docs`: the catalogue.
struct RecipesCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func run() throws -> ExitStatus {
    let operands = invocation.arguments.operands
    switch operands.first {
    case "list": return try list()
    case "show":
      guard operands.count == 2 else {
        throw CommandError.usage("say which recipe: 'migrate recipes show <id>'")
      }
      return try show(operands[1])
    case "test":
      guard operands.count < 3 else {
        throw CommandError.usage("one folder at a time: 'migrate recipes test [<folder>]'")
      }
      let test = TestRecipesCommand(invocation)
      let folder = operands.dropFirst().first
      return invocation.arguments.has(.watch) ? try test.watch(folder) : try test.run(folder)
    case "new":
      guard operands.count == 2 else {
        throw CommandError.usage("say what to call it: 'migrate recipes new <id>'")
      }
      return try NewRecipeCommand(invocation).run(operands[1])
    case "docs": return try docs()
    default:
      let known = "'list', 'show <id>', 'test [<folder>]', 'new <id>' or 'docs'"
      throw CommandError.usage("say what to do with recipes: 'migrate recipes' \(known)")
    }
  }

  private func library() throws -> RecipeLibrary {
    try RecipeLibrary(
      try RecipeSelection.named(invocation), plugins: try PluginSelection.named(invocation))
  }

  // MARK: list

  private struct ListEntry: Encodable {
    var id: String
    var version: Int
    var title: String
    var recommended: Bool
    var changesOlderSystems: Bool
    var folder: String
    var members: [String]?
    /// What a file must hold before it is parsed: alternatives of strings that must all occur.
    var needles: [[String]]
  }

  private func list() throws -> ExitStatus {
    let format: OutcomeFormat = try invocation.arguments.choice(.format) ?? .text
    let entries = try library().entries
    let terminal = invocation.terminal
    if format == .json {
      let list = entries.map {
        ListEntry(
          id: $0.recipe.id, version: $0.recipe.version, title: $0.recipe.title,
          recommended: $0.recipe.isRecommended, changesOlderSystems: $0.recipe.changesOlderSystems,
          folder: $0.folder,
          members: $0.recipe.members.isEmpty ? nil : $0.recipe.members.map(\.id),
          needles: $0.recipe.needles.alternatives)
      }
      terminal.output(try JSONText.encode(["recipes": list]))
      return .done
    }
    let width = entries.map(\.recipe.id.count).max() ?? 0
    for entry in entries {
      let recipe = entry.recipe
      let pad = String(repeating: " ", count: width - recipe.id.count)
      let mark = recipe.isRecommended ? "*" : " "
      let members = recipe.members.isEmpty ? "" : " (\(recipe.members.count) recipes)"
      terminal.output("\(mark) \(recipe.id)\(pad)  \(recipe.title)\(members)\n")
    }
    terminal.hint("* runs when no recipe is named; 'migrate recipes show <id>' explains one")
    return .done
  }

  // MARK: show

  private func show(_ id: String) throws -> ExitStatus {
    let library = try library()
    guard let entry = library.entry(id) else {
      throw CommandError(.badRecipe, library.objection(toUnknown: id))
    }
    let recipe = entry.recipe
    var text = "\(recipe.id), version \(recipe.version): \(recipe.title)\n"
    if !recipe.summary.isEmpty { text += "\n\(recipe.summary)\n" }
    let since = recipe.since.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) \($0.value)" }
    text += "\nadapts to \(since.joined(separator: ", "))"
    text += recipe.isRecommended ? ", runs by default" : ", runs when named"
    text +=
      recipe.changesOlderSystems
      ? ", changes older systems\n" : ", older systems keep what they have\n"
    if !entry.guide.section.isEmpty { text += "guide: \(entry.guide.section)\n" }
    for page in entry.guide.pages { text += "see: \(page)\n" }
    if !recipe.members.isEmpty {
      text += "\none branch, each recipe applied to the result of those before it:\n"
      for member in recipe.members { text += "  \(member.id): \(member.title)\n" }
    }
    if !entry.options.isEmpty {
      text += "\noptions:\n"
      for option in entry.options {
        let standard = option.standard.isEmpty ? "" : " (default: \(option.standard))"
        text += "  \(option.name): \(option.documentation)\(standard)\n"
      }
    }
    text += "\nwords of the commit: \(recipe.commitSubject)\n"
    if entry.origin == .plugin {
      text += "\nfrom \(entry.folder)\n"
    } else {
      text += try example(of: entry)
      text += "\nreasons, caveats and cases: \(entry.documentPath)\n"
    }
    invocation.terminal.output(text)
    return .done
  }

  private func example(of entry: RecipeEntry) throws -> String {
    guard let example = try RecipeFiles.document(of: entry).example,
      let file = example.files.first(where: { $0.role == .before })
    else { return "" }
    let diff = try UnifiedDiff(
      path: file.path, original: Array(file.before.utf8), updated: Array(file.after.utf8))
    let lines = diff.text.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.drop { !$0.hasPrefix("@@") }.joined(separator: "\n")
    let style = Style(isColored: invocation.terminal.colorsOutput)
    let painted = DiffPainter.paint(Array(body.utf8), style: style)
    return "\nexample, \(example.title):\n\n" + String(decoding: painted, as: UTF8.self)
  }

  // MARK: docs

  private func docs() throws -> ExitStatus {
    let rows = try library().entries.filter { $0.origin != .plugin }
      .map { ($0, try RecipeFiles.document(of: $0)) }
    invocation.terminal.output(RecipeIndex(rows).recipes)
    return .done
  }
}
