import MigrateKit
import Testing

/// What a pull request says, and what the repository cannot make it say.
@Suite struct PullRequestTextTests {
  private func work(paths: [String], message: String = "'x' is old", count: Int = 1) -> BotWork {
    let recipe = Recipe(
      id: "r", title: "Use glass", summary: "The bar is glass on iOS 26.",
      commitSubject: "Use glass in bars", commitBody: "The guide asks for it.", rules: [])
    var plan = RecipePlan(id: "r", version: 1, title: "Use glass")
    plan.changes = paths.map {
      FileChange(
        path: $0, original: [], updated: [1], added: 3, removed: 1,
        resolved: [.safe: 2, .review: count])
    }
    let position = LinePosition(line: 4, column: 1)
    plan.left = [PlannedLeftSite(path: "L.swift", start: position, reason: "spinner")]
    plan.findings = [
      PlannedFinding(
        path: "F.swift", start: position, end: position,
        finding: Finding(rule: "r", at: ByteRange(0, 1), message: message), fingerprint: "f",
        isSuppressed: false)
    ]
    plan.skips = [Skip(path: "S.swift", reason: "notUTF8")]
    let unit = BotUnit(recipe: "r", branch: "migrate/r", declined: 2)
    return BotWork(
      unit: unit,
      recipe: BotRecipe(
        recipe: recipe, configuration: "", plan: plan,
        references: ["Bars", "https://developer.apple.com/x"]),
      change: RecipeChange(
        recipe: "r", version: 1, commitSubject: recipe.commitSubject, base: .zero, changes: []))
  }

  private let limits = ForgeLimits(title: 256, body: 60_000, comment: 60_000)

  @Test func saysEverythingThatAReviewerAsks() {
    let words = BotWords().pullRequest(work(paths: ["A.swift", "B.swift"]), limits: limits)
    #expect(words.title == "Use glass in bars")
    for part in [
      "The bar is glass on iOS 26", "**From iOS 26", "**On earlier systems:** nothing changes",
      "### Why", "The guide asks for it.", "<https://developer.apple.com/x>",
      "2 files, +6 −2; 4 fixes that need no look, 2 to review", "| `A.swift` | +3 −1 | 3 |",
      "`spinner`: `L.swift:4`", "`F.swift:4`: 'x' is old", "`S.swift` was not read: `notUTF8`",
      "2 sites that people declined before", "### How to review", "`// migrate:ignore r <reason>`",
      "revert it", "`migrate:stop`",
    ] {
      #expect(words.section.contains(part), "'\(part)' is missing in\n\(words.section)")
    }
  }

  @Test func namesThePlacesThatWantAnEye() {
    var work = work(paths: ["A.swift"])
    var finding = Finding(rule: "r", at: ByteRange(0, 1), message: "'y' may look odd")
    finding.safety = .review
    finding.fix = Fix([])
    let position = LinePosition(line: 9, column: 1)
    for (path, fingerprint) in [("A.swift", "taken"), ("A.swift", "declined"), ("B.swift", "o")] {
      work.recipe.plan.findings.append(
        PlannedFinding(
          path: path, start: position, end: position, finding: finding, fingerprint: fingerprint,
          isSuppressed: false))
    }
    work.unit.sites = ["taken", "o"]
    let text = BotWords().pullRequest(work, limits: limits).section
    #expect(text.components(separatedBy: "- Look at `A.swift:9`: 'y' may look odd").count == 2)
    #expect(!text.contains("Look at `B.swift"))
    #expect(text.contains("the guide's section “Bars”"))
    #expect(text.contains("What these reasons mean: `migrate recipes show r`"))
  }

  @Test func textOfTheRepositoryIsNeitherMarkupNorMentionsAnybody() {
    let words = BotWords().pullRequest(
      work(
        paths: ["a|b`c @ada #12 <img>.swift"],
        message: "@team see #12 or !13 or &14 and <script>alert(1)</script> **now** [x](http://e)"),
      limits: limits)
    #expect(!words.section.contains("@team") && !words.section.contains(" #12 or"))
    #expect(!words.section.contains("!13") && !words.section.contains("&14"))
    #expect(!words.section.contains("<script>") && !words.section.contains("**now**"))
    #expect(words.section.contains("``a\\|b`c @ada #12 <img>.swift``"), "\(words.section)")
  }

  @Test func staysWithinTheLimitsOfTheForge() {
    let many = work(paths: (0..<5000).map { "Sources/Module/Folder\($0)/File\($0).swift" })
    for limit in [60_000, 3000, 400, 10] {
      let words = BotWords().pullRequest(
        many, limits: ForgeLimits(title: 10, body: limit, comment: limit))
      #expect(words.section.utf8.count <= limit + 8, "\(limit)")
      #expect(words.title.count <= 10)
    }
  }

  @Test func dashboardsAskAndAnswer() {
    let entries = [
      BotDashboardEntry(
        group: .open, branch: "migrate/a", title: "A @x", number: 7, detail: "",
        request: .rebuild("migrate/a"), isTicked: false),
      BotDashboardEntry(
        group: .pending, branch: "migrate/b", title: "B", number: nil, detail: "tick its box",
        request: .approve("migrate/b"), isTicked: true),
      BotDashboardEntry(
        group: .blocked, branch: "migrate/c", title: "C", number: nil, detail: "taken",
        request: nil, isTicked: false),
    ]
    let text = BotWords().dashboard(entries, isPaused: true, limits: limits)
    #expect(BotDashboard.requests(in: text) == [.approve("migrate/b")])
    #expect(!text.contains("@x") && text.contains("#7"))
    #expect(text.contains("## Open") && text.contains("## Blocked") && text.contains("**Paused**"))
    let ticked = text.replacing("- [ ]", with: "- [x]")
    #expect(
      BotDashboard.requests(in: ticked) == [
        .rebuild("migrate/a"), .approve("migrate/b"), .resume,
      ])
    let small = BotWords().dashboard(
      Array(repeating: entries[0], count: 5000), isPaused: false,
      limits: ForgeLimits(title: 1, body: 5000, comment: 1))
    #expect(small.utf8.count < 5000 && small.contains("more"))
  }
}
