import Testing

@testable import MigrateKit

@Suite struct TrigramFilterTests {
  @Test func neverDeniesAStringThatTheFileHolds() {
    var generator = SplitMix(state: 11)
    for length in [0, 1, 2, 3, 40, 3_000, 200_000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 32...126, using: &generator) }
      let filter = TrigramFilter(bytes)
      for _ in 0..<50 where length > 0 {
        let start = Int.random(in: 0..<length, using: &generator)
        let part = bytes[start..<min(length, start + 12)]
        let text = String(decoding: part, as: UTF8.self)
        #expect(filter.mayHold(TrigramFilter.Key(text)))
      }
      for text in ["", "a", "ab"] { #expect(filter.mayHold(TrigramFilter.Key(text))) }
    }
  }

  @Test func deniesNamesThatAnOrdinaryFileDoesNotHold() {
    let text = (0..<400).map { "  let value\($0) = model.entry(at: \($0))\n" }.joined()
    let filter = TrigramFilter(Array(text.utf8))
    for name in ["ProfileHeaderView", "PaywallSheet", "customView:", "struct Settings"] {
      #expect(!filter.mayHold(TrigramFilter.Key(name)))
    }
  }
}
