@testable import MigrateKit
import Testing

@Suite struct LongChainTests {
  private static func sheet(links: Int) throws -> ParsedFile {
    let chain = String(repeating: "    .padding(1)\n", count: links)
    let text = """
      import SwiftUI

      struct Sheet: View {
        var body: some View {
          Color.red
      \(chain)    .presentationDetents([.medium])
            .presentationBackground(.red)
        }
      }

      """
    return ParsedFile(try SourceFile(path: "Sheet.swift", bytes: Array(text.utf8)))
  }

  /// Ten times the links may take ten times as long, not a hundred times.
  @Test func timeGrowsWithTheLengthOfAChain() throws {
    let short = try Self.sheet(links: 90)
    let long = try Self.sheet(links: 900)
    func time(_ file: ParsedFile) -> Duration {
      (0..<3).map { _ in
        ContinuousClock().measure {
          _ = SheetCandidateCollector().collect(file, given: ProjectFacts())
        }
      }.min() ?? .zero
    }
    #expect(time(long) < time(short) * 35)
  }

  @Test func selfIsToldFromOtherBases() throws {
    let file = try Self.sheet(links: 600)
    #expect(ViewPlacements(file).bodies.isEmpty)
    #expect(SheetCandidateCollector().collect(file, given: ProjectFacts()).count == 3)
  }
}
