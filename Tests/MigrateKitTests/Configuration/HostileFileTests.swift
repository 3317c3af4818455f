import MigrateKit
import Testing

@Suite struct HostileFileTests {
  /// A fixed sequence of numbers that look random.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private func mutations(of text: String, count: Int) -> [[UInt8]] {
    var numbers = Numbers(state: 26)
    let pieces = [
      "\n", "  ", ": ", "- ", "*a", "&a ", "!t ", "<<: ", "[", "{", "\"", "|\n", "\u{7}", "é",
    ]
    return (0..<count).map { _ in
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let index = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.removeSubrange(index..<min(bytes.count - 1, index + 9))
        case 2: bytes.insert(contentsOf: Array(pieces[index % pieces.count].utf8), at: index)
        default: bytes.append(contentsOf: bytes[index...].prefix(40))
        }
      }
      return bytes
    }
  }

  @Test func manifestsOfAnyBytesAreReadOrRefused() {
    for bytes in mutations(of: RecipeLibraryTests.good, count: 1_000) {
      let folder = RecipeFolder(path: "R/glass", manifest: bytes, origin: .repository)
      do {
        _ = try RecipeLibrary([folder], catalog: RecipeLibraryTests.catalog)
      } catch {
        #expect(!error.problems.isEmpty)
      }
      _ = YAMLReader.read(bytes, file: "f", dialect: .foreign)
      do { _ = try Configuration(bytes, file: "f") } catch { #expect(!error.problems.isEmpty) }
    }
  }

  @Test func documentsOfAnyBytesAreReadOrRefused() {
    for bytes in mutations(of: RecipeVerifierTests.text, count: 1_000) {
      do {
        _ = try RecipeDocument(path: "f", bytes: bytes)
      } catch {
        #expect(!error.problems.isEmpty)
      }
    }
  }
}
