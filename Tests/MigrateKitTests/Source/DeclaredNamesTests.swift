import Foundation
import Testing

@testable import MigrateKit

@Suite struct DeclaredNamesTests {
  private func holds(
    _ text: String, _ keyword: String, _ name: String, isBelowAnother: Bool = false
  ) -> Bool {
    let declaration = Needles.Declaration(
      keyword: keyword, name: name, isBelowAnother: isBelowAnother)
    return DeclaredNames(Array(text.utf8)).mayHold(anyOf: [DeclaredNames.Key(declaration)])
  }

  @Test(arguments: [
    "class Card {}", "final class\tCard{}", "class\n  Card: UIView {}", "class `Card` {}",
    "class /* a (b) /* c */ */ Card {}", "class // see {}\n Card {}", "/* class */ class Card {}",
    "// a class of cards, struct, too\nclass Card {}", "let a = 1;class Card<T: P> {}",
    "class Card<(Int) -> Void> {}", "é class Card {}",
    "final\u{A0}class Card {}", "class\u{A0}Card {}", "class Card\u{A0}{}",
  ])
  func findsDeclarationsHoweverTheyAreWritten(text: String) {
    #expect(holds(text, "class", "Card"))
    #expect(!holds(text, "class", "Car"))
    #expect(!holds(text, "struct", "Card"))
  }

  @Test func findsEveryPartOfAQualifiedName() {
    #expect(holds("extension UIKit.Outer<Int>.Inner: P {}", "extension", "Inner"))
    #expect(holds("extension UIKit.Outer<Int>.Inner: P {}", "extension", "Outer"))
  }

  @Test(arguments: [
    ("extension Card {}", false), ("extension Card: P {}", true),
    ("extension Card\n  : P {}", true),
    ("extension Card<(Int) -> Void>: P {}", true), ("extension Card<[Int]>: P {}", true),
    ("extension Card where T == Int {}", false),
  ])
  func tellsTypesBelowOthersFromThoseThatAreNot(text: String, isBelow: Bool) {
    #expect(holds(text, "extension", "Card"))
    #expect(holds(text, "extension", "Card", isBelowAnother: true) == isBelow)
  }

  @Test func longTextsOfKeywordsAreReadOnceEach() {
    for text in ["class ", "class<", "class /*", "the class of words struct and enum "] {
      let bytes = Array(String(repeating: text, count: 400_000 / text.utf8.count).utf8)
      let names = DeclaredNames(bytes)
      // What is too long to be read is not denied.
      #expect(
        names.mayHold(anyOf: [DeclaredNames.Key(.init(keyword: "class", name: "Card"))]))
    }
  }

  @Test func deniesNoTypeThatTheParserFinds() throws {
    for folder in ["/Samples", "/Sources/MigrateKit/Source"] {
      for path in try FileManager.default.subpathsOfDirectory(atPath: Checkout.root + folder)
      where path.hasSuffix(".swift") {
        try checkTypes(of: Checkout.root + folder + "/" + path)
      }
    }
  }

  private func checkTypes(of path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let parsed = ParsedFile(try SourceFile(path: path, bytes: bytes))
    let inheritance = DeclaredInheritance(parsed, facts: ProjectFacts())
    let names = DeclaredNames(bytes)
    for type in inheritance.types {
      let isBelow = !inheritance.directlyAbove(type).isEmpty
      let wanted = Needles(
        ["actor", "class", "enum", "extension", "protocol", "struct"], of: [type],
        isBelowAnother: isBelow
      ).declared
      #expect(
        names.mayHold(anyOf: Set(wanted.map { DeclaredNames.Key($0) })),
        "'\(type)' of \(path)")
    }
  }
}
