import MigrateKit
import Testing

/// Everything wrong with a rule by pattern, with the place in the file.
@Suite struct PatternProblemTests {
  /// The problems of a recipe whose rule is given from line 5 on, without the path.
  private func problems(_ rule: String, head: String = "removes: true") -> [String] {
    let body = rule.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "    " + $0 }.joined(separator: "\n")
    let text = """
      id: r
      title: T
      summary: S
      \(head)
      commit: {subject: C}
      rules:
        - id: own
          message: found
      \(body)

      """
    do {
      _ = try RecipeLibrary([
        RecipeFolder(path: "r", manifest: Array(text.utf8), origin: .user)
      ])
      return []
    } catch {
      return error.problems.map { problem in
        String(problem.description.dropFirst("r/recipe.yml:".count))
      }
    }
  }

  // MARK: Places within Swift text

  @Test func namesThePlaceInsideQuotedText() {
    #expect(
      problems("match: \"old($x)\"\nreplace: \"new($x, $y)\"") == [
        "10:23: 'replace' uses '$y', which not every match keeps; it keeps '$x'"
      ])
    #expect(
      problems("match: 'old(''a'', $x)'").first?.hasPrefix("9:17: 'match.expr' cannot be used")
        == true)
    #expect(
      problems(#"match: "old(\"a\\n\u00e9\", $x)""# + "\n" + #"replace: "new(\"\t\", $zzz)""#)
        == [#"10:27: 'replace' uses '$zzz', which not every match keeps; it keeps '$x'"#])
  }

  @Test func namesThePlaceInsideBlocks() {
    #expect(
      problems("match: |\n  old(\n    $x,\n    é ]\n  )").map { $0.prefix(30) } == [
        "12:12: 'match.expr' cannot be "
      ])
    #expect(
      problems("match: \"old($x)\"\nreplace:\n  since: |-\n\n    new(\n      $x,\n      $yy)") == [
        "15:11: 'replace.since' uses '$yy', which not every match keeps; it keeps '$x'"
      ])
    #expect(
      problems("match: >\n  old($x,\n  $y) ]").map { $0.prefix(20) } == [
        "11:11: 'match.expr' "
      ])
    #expect(
      problems("match: {stmt: \"a($x)\\nb()\"}").map { $0.prefix(40) } == [
        "9:27: 'match.stmt' cannot be used: it ho"
      ])
  }

  @Test func namesThePlaceInMessagesAndTargets() {
    #expect(
      problems("match: \"$v.old($x)\"\nmove-modifier:\n  after: '.pad($x, ]'").map {
        $0.prefix(42)
      } == ["11:24: 'move-modifier.after' cannot be used"].map { $0.prefix(42) })
  }

  @Test func saysWhatIsMissingAndWhereElseTheTextBelongs() {
    #expect(
      problems("match: \"old($x\"") == [
        "9:18: 'match.expr' cannot be used: it is no expression in Swift: ')' is missing at its end"
      ])
    #expect(
      problems("match: {expr: \"old($x)\", inside: \"class $C { $$$ }\"}") == [
        "9:38: 'match.inside.expr' cannot be used: it is a declaration, not an expression; write it"
          + " under 'decl'"
      ])
    #expect(
      problems("match: \"return old\"").first?.contains("write it under 'stmt'") == true)
    #expect(
      problems("match: {stmt: \"if #available(iOS $v, *) { old() }\"}").first?
        .hasSuffix("versions take no placeholders: ask by 'below' and 'at-least'") == true)
    #expect(
      problems("match: {expr: \"old($x)\", where: {x: {matches: '(?i)a'}}}").first?
        .hasSuffix("write both letters, as in '[Aa]'") == true)
  }

  @Test func tellsOnePieceOfCodeFromSeveral() {
    #expect(
      problems("match: \"old($$$x, $x)\"").first?
        .hasSuffix("'$x' and '$$$x' are one name for one piece of code and for several; rename one")
        == true)
    #expect(
      problems("match: \"old($x)\"\nreplace: \"new($$$x)\"") == [
        "10:19: 'replace' uses '$x' as several items, but 'match' keeps one piece of code; write '$x'"
      ])
    #expect(
      problems("match: \"old().$$$x.b()\"\nreplace: \"new($$$x)\"") == [
        "10:19: 'replace' uses '$x' as several items, but 'match' keeps links of a chain; write"
          + " '.$$$x' after an expression"
      ])
  }

  @Test func reportsAMistakeOnce() {
    #expect(
      problems("match: {expr: \"old($x)\", where: {x: {kind: clojure}}}").count == 1)
    #expect(problems("match: {expr: \"old($x)\", where: {x: {regex: a}}}").count == 1)
    #expect(problems("match: {pattern: \"old($x)\"}").count == 1)
    #expect(problems("match: \"old($x)\"\nreplace: {sinse: \"new($x)\"}").count == 1)
  }

  @Test func namesTheKeysOfOtherTools() {
    #expect(
      problems("match: {expr: \"old($x)\", regex: a}") == [
        "9:30: 'rules[0].match.regex': ask by 'where: {match: {matches: …}}'"
      ])
    #expect(
      problems("match: \"old($x)\"\nfix: \"new($x)\"") == [
        "10:5: 'rules[0].fix': it is 'replace'"
      ])
  }

  @Test func reportsPartsAndLimitsThatSayNothing() {
    let used = "match: {expr: \"old($x)\", matches: big}"
    #expect(problems(used) == ["9:39: there is no part 'big'; the recipe has no 'parts'"])
    #expect(
      problems(used, head: "parts: {bog: \"a()\"}").contains {
        $0.hasSuffix("there is no part 'big'; did you mean 'bog'")
      })
    #expect(
      problems(used, head: "parts: {big: {any: [{matches: big}, \"old(a)\"]}}").contains {
        $0.hasSuffix("part 'big' is made of itself; take it out of 'matches'")
      })
    #expect(
      problems("match: \"old($x)\"", head: "parts: {big: \"a()\"}") == [
        "4:9: part 'big' is in no rule; name it under 'matches', or remove it"
      ])
    #expect(
      problems("match: {expr: \"old($x)\", stop-by: neighbor}").first?
        .contains("'match.stop-by' limits nothing") == true)
    #expect(
      problems("match: {expr: \"old($x)\", all: []}").first?.contains("is an empty list") == true)
  }

  // MARK: What can never hold

  @Test(
    arguments: [
      (
        "match: {expr: \"old($x)\", all: [{stmt: \"run()\"}]}",
        "9:43: 'match.all' can hold for no code, which would be an expression and a statement at"
          + " once; put it under 'inside' or 'has'"
      ),
      (
        "match: {expr: \"old($x)\", any: [\"a.b\"]}",
        "9:36: 'match.any' can hold for no code that the pattern around it matches; put it under"
          + " 'inside' or 'has'"
      ),
      (
        "match: {expr: \"old($x)\", not: \"old($y)\"}",
        "9:35: 'match.not' leaves out everything that the pattern matches; narrow it"
      ),
      (
        "match: {expr: \"old($x)\", inside: {type: \"A\"}}",
        "9:45: 'match.inside' can never hold: no type is around an expression; use 'expr', 'stmt'"
          + " or 'decl'"
      ),
      (
        "match: {type: \"Old<$x>\", has: {stmt: \"run()\"}}",
        "9:42: 'match.has' can never hold: a type holds only types; use 'type'"
      ),
      (
        "match: {stmt: \"old($x)\", follows: {type: \"A\"}}",
        "9:46: 'match.follows' can never hold: only statements and members stand beside code; use"
          + " 'stmt', 'expr' or 'member'"
      ),
      (
        "match: {stmt: \"old($x)\", precedes: {member: \"var a = 1\"}}",
        "9:49: 'match.precedes' can never hold: no members stand beside a statement; use 'stmt' or"
          + " 'decl'"
      ),
      (
        "match: {member: \"var $x = old\", follows: {stmt: \"a()\"}}",
        "9:53: 'match.follows' can never hold: no statements stand beside a member; use 'member'"
      ),
      (
        "match: {decl: \"func $x() { $$$ }\", where: {x: {kind: closure}}}",
        "9:48: 'where.x.kind' is for expressions, and '$x' never is one; use 'matches' or 'one-of'"
      ),
      (
        "match: {expr: \"old($x)\", where: {x: {kind: closure, one-of: [\"a\", \"b\"]}}}",
        "9:38: 'where.x' can hold for no code: nothing in 'one-of' meets 'kind'; change one"
      ),
      (
        "match: {expr: \"old($x)\", where: {x: {matches: '^[A-Z]', one-of: [\"a\", \"b\"]}}}",
        "9:38: 'where.x' can hold for no code: nothing in 'one-of' meets 'matches'; change one"
      ),
      (
        "match: {expr: \"old($x)\", below: iOS 20.0}\nreplace: \"new($x)\"",
        "9:37: 'below' asks for code that older systems reach, which a change for every system"
          + " leaves alone; give 'since', or say 'changes-older-systems: true'"
      ),
      (
        "match: {expr: \"old($x)\", below: iOS 16.0, at-least: iOS 17.0}",
        "9:37: no system is at least iOS 17.0 and below 16.0; change one of 'below' and 'at-least'"
      ),
    ])
  func constraintsThatNoCodeMeets(_ rule: String, _ problem: String) {
    #expect(problems(rule) == [problem])
  }

  @Test(arguments: [
    "match: {expr: \"old($x)\", not: \"old(self)\"}",
    "match: {expr: \"old($$$x)\", not: \"old($y)\"}",
    "match: {expr: \"old($x, $y)\", not: \"old($x, $x)\"}",
    "match: {decl: \"func $x() { $$$ }\", all: [{member: \"func $y() { $$$ }\"}]}",
    "match: {expr: \"old($x)\", where: {x: {kind: closure, one-of: [\"a\", \"{ b }\"]}}}",
    "match: {expr: \"old { $x }\", where: {x: {kind: call}}}",
    "match: {expr: \"old($x)\", below: iOS 20.0}\nreplace: {since: \"new($x)\"}",
  ])
  func constraintsThatSomeCodeMeets(_ rule: String) {
    #expect(problems(rule) == [])
  }
}
