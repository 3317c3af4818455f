import MigrateKit
import Testing

@Suite struct EditSetTests {
  @Test func appliesEditsInOrderOfTheirRanges() {
    var set = EditSet()
    let inserted1 = set.insert([Edit(ByteRange(4, 5), "Y"), Edit(insertAt: 0, "X")])
    #expect(inserted1)
    #expect(set.applied(to: Array("abcde".utf8)) == Array("XabcdY".utf8))
  }

  @Test func refusesAGroupThatOverlapsAndKeepsTheRest() {
    var set = EditSet()
    let inserted2 = set.insert([Edit(ByteRange(1, 3), "")])
    #expect(inserted2)
    let inserted3 = set.insert([Edit(insertAt: 0, "no"), Edit(ByteRange(2, 4), "")])
    #expect(!inserted3)
    #expect(set.applied(to: Array("abcde".utf8)) == Array("ade".utf8))
  }

  @Test func countsTheSameInsertionOfTwoGroupsOnce() {
    var set = EditSet()
    let inserted4 = set.insert([Edit(insertAt: 2, "!")])
    #expect(inserted4)
    let inserted5 = set.insert([Edit(insertAt: 2, "!"), Edit(insertAt: 0, "<")])
    #expect(inserted5)
    let inserted6 = set.insert([Edit(insertAt: 2, "?")])
    #expect(!inserted6)
    #expect(set.applied(to: Array("ab".utf8)) == Array("<ab!".utf8))
  }

  @Test func refusesEditsOutsideTheFileOrInsideACharacter() {
    var set = EditSet()
    let inserted7 = set.insert([Edit(insertAt: 1, "x")])
    #expect(inserted7)
    #expect(set.applied(to: Array("é".utf8)) == nil)
    #expect(set.applied(to: []) == nil)
  }
}
