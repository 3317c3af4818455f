import Testing

@testable import MigrateKit

@Suite struct PrefilterTests {
  @Test func findsEveryStringThatOccursAndNoOther() {
    let strings = ["he", "she", "his", "hers", "ushers!", "é", "sheet("]
    let prefilter = Prefilter(strings)
    for text in ["ushers", "", "his sheet(", "caf\u{E9}", "hhe", "s", "ushers! his é sheet("] {
      let hits = prefilter.hits(in: Array(text.utf8))
      for string in strings {
        #expect(
          hits.satisfy(Needles([[string]])) == contains(text, string), "'\(string)' in '\(text)'")
      }
    }
  }

  @Test func wantsEveryStringOfAnAlternative() {
    let prefilter = Prefilter(["a", "b", "c"])
    let hits = prefilter.hits(in: Array("a c".utf8))
    #expect(!hits.satisfy(Needles([["a", "b"]])))
    #expect(hits.satisfy(Needles([["a", "b"], ["c", "a"]])))
    #expect(!hits.satisfy(.none))
  }

  @Test func findsWordsOnlyWhereNoNameGoesOn() {
    let needles = Needles(words: [["Screen"], ["show("], [".items"]])
    let anywhere = Needles([["Screen"]])
    let prefilter = Prefilter([needles, anywhere])
    func finds(_ needle: String, _ text: String) -> Bool {
      let hits = prefilter.hits(in: Array(text.utf8))
      var wanted = Needles([[needle]])
      wanted.forms[needle] = .word
      return hits.satisfy(wanted) && hits.satisfy(prefilter.query(wanted))
    }
    for text in ["Screen", "a.Screen(", "`Screen`", "HomeScreen Screen2 Screen", "→Screen"] {
      #expect(finds("Screen", text), "\(text)")
    }
    for text in ["HomeScreen", "Screen2", "_Screen", "ScreenView", ""] {
      #expect(!finds("Screen", text), "\(text)")
      #expect(prefilter.hits(in: Array(text.utf8)).satisfy(anywhere) == text.contains("Screen"))
    }
    #expect(finds("show(", "show(x)"))
    #expect(!finds("show(", "reshow(x)"))
    #expect(finds(".items", "bar.items"))
    #expect(!finds(".items", "bar.itemsByName"))
  }

  @Test(arguments: [
    ("v.cornerRadius(4)", true), ("v\n  .cornerRadius (4)", true), ("v.cornerRadius\n(4)", true),
    ("v.`cornerRadius`(4)", true), ("v. /* a */ cornerRadius /* b */ (4)", true),
    ("v.cornerRadius\u{A0}(4)", true), ("v.\u{A0}cornerRadius(4)", true),
    ("v.\ncornerRadius { 4 }", true), ("v.cornerRadius<Int>(4)", true),
    ("layer.cornerRadius = 4", false), ("func cornerRadius(_ x: Int) {}", false),
    ("v.cornerRadius, 4", false), ("v.xcornerRadius(4)", false), ("cornerRadius", true),
    ("layer.cornerRadius = 4; v.cornerRadius(4)", true),
  ])
  func findsCallsOfMembersOnlyWhereTheyMayBe(text: String, isFound: Bool) {
    var needles = Needles([["cornerRadius"]])
    needles.forms["cornerRadius"] = [.word, .member, .called]
    #expect(Prefilter([needles]).hits(in: Array(text.utf8)).satisfy(needles) == isFound)
  }

  @Test func stringsOfTwoNeedlesNeedOnlyWhatBothAskFor() {
    var call = Needles([["a"], ["b"]])
    call.forms = ["a": [.word, .called], "b": .word]
    let both = call.union(Needles(words: [["a"]])).union(Needles([["b"]]))
    #expect(both.forms["a"] == .word)
    #expect(both.forms["b"] == [])
    #expect(both.alternatives == [["a"], ["b"]])
  }

  @Test func agreesWithAPlainSearchOnRandomText() {
    var generator = SplitMix(state: 7)
    for _ in 0..<200 {
      let strings = (0..<5).map { _ in word(1...4, &generator) }
      let text = word(0...60, &generator)
      let hits = Prefilter(strings).hits(in: Array(text.utf8))
      for string in strings {
        #expect(hits.satisfy(Needles([[string]])) == contains(text, string))
      }
    }
  }

  private func word(_ length: ClosedRange<Int>, _ generator: inout SplitMix) -> String {
    String(
      (0..<Int.random(in: length, using: &generator)).map { _ in
        ["a", "b", "c"].randomElement(using: &generator) ?? "a"
      }.joined())
  }

  private func contains(_ text: String, _ part: String) -> Bool {
    let bytes = Array(text.utf8)
    let part = Array(part.utf8)
    guard part.count <= bytes.count else { return false }
    return (0...(bytes.count - part.count)).contains {
      bytes[$0..<($0 + part.count)].elementsEqual(part)
    }
  }
}

/// A small repeatable generator.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
