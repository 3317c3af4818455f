import Foundation
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

  /// Ten times the links may take ten times the work, not a hundred times: processor time of this
  /// thread alone, which other tests cannot lengthen.
  @Test func workGrowsWithTheLengthOfAChain() throws {
    let short = try Self.sheet(links: 90)
    let long = try Self.sheet(links: 900)
    func work(_ file: ParsedFile) -> Int {
      (0..<3).map { _ in
        let start = processorTime()
        _ = SheetCandidateCollector().collect(file, given: ProjectFacts())
        return processorTime() - start
      }.min() ?? 0
    }
    #expect(work(long) < work(short) * 50)
  }

  /// In nanoseconds, of the calling thread.
  private func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  @Test func selfIsToldFromOtherBases() throws {
    let file = try Self.sheet(links: 600)
    #expect(ViewPlacements(file).bodies.isEmpty)
    #expect(SheetCandidateCollector().collect(file, given: ProjectFacts()).count == 3)
  }
}
