import MigrateKit
import Testing

@Suite struct BranchDecisionTests {
  private static func id(_ digit: String) -> ObjectID {
    ObjectID(String(repeating: digit, count: 40)) ?? .zero
  }

  private static let base = id("b")
  private static let tip = id("c")
  private static let blobs = ["A.swift": id("1")]

  private static func own(
    recipe: String = "r", version: Int = 1, base: ObjectID = base,
    contents: [String: ObjectID]? = blobs
  ) -> BranchObservation.State {
    .own(
      BranchObservation.Own(
        commit: tip,
        trailers: DeliveryTrailers(
          recipe: recipe, version: version, base: base, configuration: "x", tree: id("7")),
        contents: contents))
  }

  private static let change = RecipeChange(
    recipe: "r", version: 1, commitSubject: "s", base: base, changes: [])

  /// State, checked out in, decision with changes, decision without.
  static let table:
    [(state: BranchObservation.State, folder: String?, some: BranchAction, none: BranchAction)] = [
      (.missing, nil, .create, .keep(.nothingToDo, nil)),
      (.blocked(by: "m"), nil, .refuse(.blocked(by: "m")), .keep(.nothingToDo, nil)),
      (.foreign(tip), nil, .refuse(.foreignCommit(tip)), .keep(.nothingToDo, nil)),
      (.foreign(tip), "/w", .refuse(.foreignCommit(tip)), .keep(.nothingToDo, nil)),
      (.notACommit("m"), nil, .refuse(.notACommit("m")), .keep(.nothingToDo, nil)),
      (own(), nil, .keep(.upToDate, tip), .keep(.nothingToDoAnyMore, tip)),
      (own(), "/w", .keep(.upToDate, tip), .keep(.nothingToDoAnyMore, tip)),
      (own(version: 9), nil, .keep(.upToDate, tip), .keep(.nothingToDoAnyMore, tip)),
      (own(base: id("d")), nil, .update(from: tip), .keep(.nothingToDoAnyMore, tip)),
      (own(contents: nil), nil, .update(from: tip), .keep(.nothingToDoAnyMore, tip)),
      (own(contents: [:]), nil, .update(from: tip), .keep(.nothingToDoAnyMore, tip)),
      (own(contents: [:]), "/w", .refuse(.checkedOut("/w")), .keep(.nothingToDoAnyMore, tip)),
      (
        own(version: 9, contents: [:]), nil, .refuse(.newerVersion(9)),
        .keep(.nothingToDoAnyMore, tip)
      ),
      (own(recipe: "q"), nil, .refuse(.otherRecipe("q")), .keep(.nothingToDo, nil)),
    ]

  @Test(arguments: table.indices)
  func decidesEveryObservation(row: Int) {
    let row = Self.table[row]
    let observation = BranchObservation(
      branch: "migrate/r", state: row.state, checkedOutIn: row.folder)
    #expect(BranchDecision.decide(observation, Self.change, blobs: Self.blobs) == row.some)
    #expect(BranchDecision.decide(observation, Self.change, blobs: [:]) == row.none)
  }

  @Test func ownMeansEveryTrailerOnceAndTheRecordedTreeAndParent() {
    let good = DeliveryTrailers(
      recipe: "r", version: 2, base: Self.base, configuration: "x", tree: Self.id("7"))
    let trailers = good.lines.map {
      let parts = $0.split(separator: ":", maxSplits: 1)
      return CommitContents.Trailer(String(parts[0]), String(parts[1].dropFirst()))
    }
    var commit = CommitContents(
      id: Self.tip, tree: Self.id("7"), parents: [Self.base], trailers: trailers)
    #expect(DeliveryTrailers(commit) == good)
    for index in trailers.indices {
      var fewer = commit
      fewer.trailers.remove(at: index)
      #expect(DeliveryTrailers(fewer) == nil)
      var twice = commit
      twice.trailers.append(trailers[index])
      #expect(DeliveryTrailers(twice) == nil)
    }
    commit.parents = [Self.base, Self.tip]
    #expect(DeliveryTrailers(commit) == nil)
    commit.parents = [Self.tip]
    #expect(DeliveryTrailers(commit) == nil)
    commit.parents = [Self.base]
    commit.tree = Self.id("8")
    #expect(DeliveryTrailers(commit) == nil)
  }

  @Test func wrapsTheMessageAndShortensTheSubject() {
    var change = Self.change
    change.commitSubject = String(repeating: "word ", count: 30)
    change.commitBody =
      String(repeating: "word ", count: 40) + "\n\n- " + String(repeating: "item ", count: 20)
      + "\n- next\n\n    code stays   as it is\n\n\n\nend"
    change.changes = (0..<50).map {
      FileChange(
        path: "F\($0)\n.swift", original: [], updated: [1], added: 3, removed: 1, resolved: [:])
    }
    let text = CommitMessage(change, tree: Self.id("7")).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 72 })
    #expect(lines[0].hasSuffix("…") && lines[1] == "")
    #expect(text.contains("\n    code stays   as it is\n"))
    #expect(text.contains("\n- next\n"))
    #expect(text.contains("\n  item"))
    #expect(text.contains("\n  \"F0\\n.swift\" +3 -1\n"))
    #expect(text.contains("\n  and 10 more\n\nMigrate-Recipe: r\n"))
    #expect(!text.contains("\n\n\n"))
    #expect(text.hasSuffix("Migrate-Tree: \(Self.id("7"))\n"))
  }
}
