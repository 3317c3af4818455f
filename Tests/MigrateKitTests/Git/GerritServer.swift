import Foundation
import MigrateKit

/// A bare repository that takes pushes to `refs/for/` as Gerrit's documentation says it does.
///
/// The part of Gerrit is a hook of git's own, `proc-receive`; what it answers is our reading of the
/// documentation, for want of a Gerrit here.
final class GerritServer {
  let repository: TemporaryRepository

  /// One change, as the server keeps it.
  struct Change: Decodable, Equatable {
    var number: Int
    var id: String
    var branch: String
    var options: [String]
    var patchSets: [String]
    var isClosed: Bool
  }

  init(_ repository: TemporaryRepository) throws {
    self.repository = repository
    try repository.git("config", "receive.procReceiveRefs", "refs/for")
    let hook = repository.path + "/hooks/proc-receive"
    try Self.hook.write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    try "[]".write(toFile: path, atomically: true, encoding: .utf8)
  }

  private var path: String { repository.path + "/changes.json" }

  var changes: [Change] {
    get throws {
      try JSONDecoder().decode(
        [Change].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }

  /// Closes a change, as the button for it does.
  func abandon(_ number: Int) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var all = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
    for index in all.indices where all[index]["number"] as? Int == number {
      all[index]["isClosed"] = true
    }
    try JSONSerialization.data(withJSONObject: all).write(to: URL(fileURLWithPath: path))
  }

  private static let hook = #"""
    #!/usr/bin/env python3
    import json, re, subprocess, sys

    def read():
        size = int(sys.stdin.buffer.read(4), 16)
        return None if size == 0 else sys.stdin.buffer.read(size - 4).decode().rstrip("\n")

    def write(text):
        data = text.encode()
        sys.stdout.buffer.write(b"%04x" % (len(data) + 4) + data)

    def flush():
        sys.stdout.buffer.write(b"0000")
        sys.stdout.buffer.flush()

    def git(*words):
        return subprocess.run(
            ["git", *words], check=True, capture_output=True, text=True).stdout.strip()

    def take(new, ref, changes):
        target, _, options = ref[len("refs/for/"):].partition("%")
        branches = git("for-each-ref", "--format=%(refname)", "refs/heads/").split()
        if "refs/heads/" + target not in branches:
            return "branch " + target + " not found"
        did = False
        for commit in git("rev-list", "--reverse", new, "^refs/heads/" + target).split():
            ids = git("show", "-s", "--format=%(trailers:key=Change-Id,valueonly)", commit).split()
            if len(ids) != 1 or not re.fullmatch("I[0-9a-f]{40}", ids[0]):
                return "missing Change-Id in message footer"
            known = [c for c in changes if c["id"] == ids[0] and c["branch"] == target]
            if known and known[0]["isClosed"]:
                return "change http://review.test/c/app/+/%d closed" % known[0]["number"]
            if known and known[0]["patchSets"][-1] == commit:
                continue
            if not known:
                known = [{"number": len(changes) + 1, "id": ids[0], "branch": target,
                          "options": options.split(","), "patchSets": [], "isClosed": False}]
                changes.append(known[0])
            change = known[0]
            if "wip" in options.split(",") and "wip" not in change["options"]:
                change["options"].append("wip")
            change["patchSets"].append(commit)
            git("update-ref", "refs/changes/%02d/%d/%d" % (
                change["number"] % 100, change["number"], len(change["patchSets"])), commit)
            print("http://review.test/c/app/+/%d" % change["number"], file=sys.stderr)
            did = True
        return None if did else "no new changes"

    read()
    flushed = read()
    write("version=1\n")
    flush()
    commands = []
    while (line := read()) is not None:
        commands.append(line.split(" ", 2))
    changes = json.load(open("changes.json"))
    for old, new, ref in commands:
        refusal = take(new, ref, changes)
        write("ok " + ref if refusal is None else "ng " + ref + " " + refusal)
    json.dump(changes, open("changes.json", "w"))
    flush()
    """#
}
