import MigrateKit
import Testing

@Suite struct EditSetTests {
  @Test func appliesEditsInOrderOfTheirRanges() {
    var set = EditSet()
    #expect(set.insert([Edit(ByteRange(4, 5), "Y"), Edit(insertAt: 0, "X")]))
    #expect(set.applied(to: Array("abcde".utf8)) == Array("XabcdY".utf8))
  }

  @Test func refusesAGroupThatOverlapsAndKeepsTheRest() {
    var set = EditSet()
    #expect(set.insert([Edit(ByteRange(1, 3), "")]))
    #expect(!set.insert([Edit(insertAt: 0, "no"), Edit(ByteRange(2, 4), "")]))
    #expect(set.applied(to: Array("abcde".utf8)) == Array("ade".utf8))
  }

  @Test func countsTheSameInsertionOfTwoGroupsOnce() {
    var set = EditSet()
    #expect(set.insert([Edit(insertAt: 2, "!")]))
    #expect(set.insert([Edit(insertAt: 2, "!"), Edit(insertAt: 0, "<")]))
    #expect(!set.insert([Edit(insertAt: 2, "?")]))
    #expect(set.applied(to: Array("ab".utf8)) == Array("<ab!".utf8))
  }

  @Test func refusesEditsOutsideTheFileOrInsideACharacter() {
    var set = EditSet()
    #expect(set.insert([Edit(insertAt: 1, "x")]))
    #expect(set.applied(to: Array("é".utf8)) == nil)
    #expect(set.applied(to: []) == nil)
  }
}
