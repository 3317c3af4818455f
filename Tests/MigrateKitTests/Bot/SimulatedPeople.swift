import Foundation
import MigrateKit

/// What people do to the project and to the bot's pull requests.
extension SimulatedWorld {
  /// Somebody changes the base.
  func moveBase(_ generator: inout SeededGenerator) throws {
    guard let main = try tip("main"),
      let name = ["A", "B", "C", "D"].randomElement(using: &generator),
      let function = ["oldA", "oldB", "oldC"].randomElement(using: &generator)
    else { return }
    let path = name + ".swift"
    var lines = try text(path, at: main).components(separatedBy: "\n")
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let number = state.withLock { $0.counter }
      lines.insert("func more\(number)() { \(function)(\(number)) }", at: lines.count - 2)
    case 1:
      lines.insert("// note", at: 1)
    case 2:
      // On a line that the bot changes, so that branches conflict.
      lines = lines.map { $0.replacing("{ \(function)(", with: "{ /* x */ \(function)(") }
    default:
      if let index = lines.lastIndex(where: { $0.contains(function + "(") }) {
        lines.remove(at: index)
      }
    }
    let commit = try commit(on: main, [path: lines.joined(separator: "\n")])
    try move("main", to: commit)
  }

  var openPulls: [FakeGitHub.Pull] {
    server.settleBranches()
    return server.state.withLock { state in
      state.pulls.values.filter(\.isOpen).sorted { $0.number < $1.number }
    }
  }

  func edit(_ number: Int, _ change: (inout FakeGitHub.Pull) -> Void) {
    server.state.withLock { state in
      guard var pull = state.pulls[number] else { return }
      change(&pull)
      state.pulls[number] = pull
    }
    happened()
  }

  /// Merges by squashing; returns whether that was possible.
  @discardableResult
  func merge(_ pull: FakeGitHub.Pull, deleting: Bool) throws -> Bool {
    guard pull.base == "main", let main = try tip("main"), let head = try tip(pull.head),
      let tree = try merged(main, head), let commit = try commit(tree: tree, parents: [main])
    else { return false }
    try move("main", to: commit)
    edit(pull.number) {
      $0.isOpen = false
      $0.isMerged = true
      $0.closedAt = clock.now()
    }
    if deleting {
      let all = try repository.git("rev-list", "\(pull.head)", "^main").split(separator: "\n")
      state.withLock { $0.human.subtract(all.compactMap { ObjectID($0) }) }
      try move(pull.head, to: nil)
    }
    return true
  }

  private func keep(_ commit: ObjectID, insteadOf old: [ObjectID] = []) {
    state.withLock {
      $0.human.subtract(old)
      $0.human.insert(commit)
    }
  }

  /// Somebody does something to a pull request.
  func react(to pull: FakeGitHub.Pull, _ generator: inout SeededGenerator) throws {
    guard let tip = try self.tip(pull.head), let main = try self.tip("main") else { return }
    let own = try text("A.swift", at: tip)
    switch Int.random(in: 0..<18, using: &generator) {
    case 0...4: try merge(pull, deleting: Bool.random(using: &generator))
    case 5:
      edit(pull.number) {
        $0.isOpen = false
        $0.closedAt = clock.now()
      }
    case 6:
      let commit = try commit(on: tip, ["A.swift": own + "// mine\n"])
      keep(commit)
      try move(pull.head, to: commit)
    case 7:
      // Amended: the same parent, another tree.
      guard let parent = ObjectID(try repository.git("rev-parse", "\(tip)^")) else { return }
      let commit = try commit(on: tip, ["A.swift": own + "// amended\n"], parent: parent)
      keep(commit, insteadOf: [tip])
      try move(pull.head, to: commit)
    case 8:
      // Rebased by a person: new commits on the base.
      guard let tree = try merged(main, tip), let commit = try commit(tree: tree, parents: [main])
      else { return }
      let old = try repository.git("rev-list", pull.head, "^main").split(separator: "\n")
      keep(commit, insteadOf: old.compactMap { ObjectID($0) })
      try move(pull.head, to: commit)
    case 9:
      // The forge's own button.
      guard let tree = try merged(tip, main),
        let commit = try commit(tree: tree, parents: [tip, main])
      else { return }
      try move(pull.head, to: commit)
    case 10: edit(pull.number) { $0.labels.formSymmetricDifference(["migrate:stop"]) }
    case 11: edit(pull.number) { $0.labels.insert("migrate:rebuild") }
    case 12: edit(pull.number) { $0.labels.formSymmetricDifference(["migrate:keep-current"]) }
    case 13: edit(pull.number) { $0.body = "Before.\r\n\r\n" + $0.body + "\r\nAfter." }
    case 14: edit(pull.number) { $0.body = $0.body.replacing("- [ ] <!--", with: "- [x] <!--") }
    case 15: edit(pull.number) { $0.isDraft.toggle() }
    case 16: edit(pull.number) { $0.title = "A person's title" }
    default:
      // Whoever deletes a branch with work of people on it loses that, not the bot.
      let commits = try repository.git("rev-list", pull.head, "^main").split(separator: "\n")
        .compactMap { ObjectID($0) }
      let isWork = state.withLock { !$0.human.isDisjoint(with: commits) }
      if !isWork { try move(pull.head, to: nil) }
    }
  }

  /// Somebody looks at what is closed already, or at the dashboard.
  func lookBack(_ generator: inout SeededGenerator) throws {
    let done = server.state.withLock { state in
      state.pulls.values.filter { !$0.isOpen }.sorted { $0.number < $1.number }
    }
    guard let pull = done.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      guard !pull.isMerged, try tip(pull.head) != nil,
        !openPulls.contains(where: { $0.head == pull.head })
      else { return }
      edit(pull.number) {
        $0.isOpen = true
        $0.closedAt = nil
      }
    case 1: try revert(pull)
    default: tick(share: 3, &generator)
    }
  }

  private func revert(_ pull: FakeGitHub.Pull) throws {
    guard pull.isMerged, let main = try tip("main") else { return }
    var files: [String: String] = [:]
    let function = ["alpha": "A", "beta": "B", "gamma": "C"]
      .first { pull.head.contains($0.key) }?.value
    guard let function else { return }
    for name in ["A.swift", "B.swift", "C.swift", "D.swift"] {
      let now = try text(name, at: main)
      let before = now.replacing("new\(function)(", with: "old\(function)(")
      if now != before { files[name] = before }
    }
    guard !files.isEmpty else { return }
    try move("main", to: try commit(on: main, files))
  }

  /// Ticks boxes of the dashboard; every one, or one in some.
  func tick(share: Int, _ generator: inout SeededGenerator) {
    var generator = generator
    server.state.withLock { state in
      for (number, issue) in state.issues where issue.isOpen {
        let lines = issue.body.components(separatedBy: "\n").map { line in
          line.hasPrefix("- [ ] <!--") && generator.isOne(in: share)
            ? line.replacing("- [ ] <!--", with: "- [x] <!--") : line
        }
        state.issues[number]?.body = lines.joined(separator: "\n")
      }
    }
    happened()
  }

  /// The calls on the base that a recipe would still rename.
  func leftOnBase() throws -> [String] {
    guard let main = try tip("main") else { return [] }
    return try ["A.swift", "B.swift", "C.swift", "D.swift"].flatMap { path in
      try text(path, at: main).components(separatedBy: "\n").filter { $0.contains("old") }
    }
  }
}
