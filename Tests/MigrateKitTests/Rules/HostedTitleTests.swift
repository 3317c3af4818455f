@testable import MigrateKit
import Testing

/// What is read of SwiftUI views and of texts.
@Suite struct HostedTitleTests {
  private func title(_ body: String, members: String = "") throws -> HostedTitle {
    let text = "struct T: View { \(members); var body: some View { \(body) } }"
    let file = ParsedFile(try SourceFile(path: "T.swift", bytes: Array(text.utf8)))
    return try #require(HostedTitle.declared("T", in: SourceIndex(file)))
  }

  @Test(arguments: [
    (#"Text("Today")"#, HostedTitle.Kind.text),
    (#"Text("Today").font(.title).bold()"#, .text),
    (#"HStack { Image(systemName: "sun.max"); Text("Today") }"#, .text),
    (#"Label("Today", systemImage: "sun.max")"#, .text),
    (#"AnyView(Text("Today"))"#, .text),
    (#"if isOn { Text("On") } else { Text("Off") }"#, .text),
    (#"Button("Today") {}"#, .control),
    (#"Text("Today").onTapGesture {}"#, .control),
    (#"VStack { Text("Today"); Toggle("On", isOn: $isOn) }"#, .control),
    (#"Image("logo")"#, .other),
    (#"Custom()"#, .unknown),
    (#"ForEach(items) { Text($0) }"#, .unknown),
  ])
  func tellsTitlesFromOtherContent(_ body: String, _ kind: HostedTitle.Kind) throws {
    #expect(try title(body).kind == kind)
  }

  @Test(arguments: [
    (#"Text("Today")"#, HostedTitle.Extent.fitting),
    (#"Text("Today").frame(maxWidth: .infinity, alignment: .leading)"#, .led),
    (#"HStack { Text("Today"); Spacer() }"#, .led),
    (#"Text("Today").frame(maxWidth: .infinity)"#, .filling),
    (#"HStack { Spacer(); Text("Today"); Spacer() }"#, .filling),
    (#"VStack { Text("Today"); Spacer() }"#, .fitting),
  ])
  func readsHowContentLies(_ body: String, _ extent: HostedTitle.Extent) throws {
    #expect(try title(body).extent == extent)
  }

  @Test(arguments: [
    #"Text("Today")"#,
    #"Text(date, style: .date)"#,
    #"Text(date, format: .dateTime.month())"#,
    #"Text("\(items.count)")"#,
    #"Text("Hello \(name)")"#,
    #"Text(isOn ? "On" : "Off")"#,
    #"Text(verbatim: "Today")"#,
    #"Text(NSLocalizedString("today", comment: ""))"#,
    #"Text(String(localized: "Today"))"#,
    #"Text("today".localized)"#,
    #"Text(L10n.Today.title)"#,
    #"Text(date.formatted())"#,
    #"Text(fixed)"#,
    #"Text(computed)"#,
    #"Text(words(for: 1))"#,
    #"VStack { if isOn { Text(name) }; Text("Always") }"#,
  ])
  func knowsTextsThatAreNeverEmpty(_ body: String) throws {
    let members = """
      let fixed = "Fixed"
      var computed: String { if isOn { return "On" } else { return formatter.string(from: date) } }
      func words(for number: Int) -> String { switch number { case 1: "one"; default: "many" } }
      """
    #expect(try title(body, members: members).sizedBy == [])
  }

  @Test(arguments: [
    #"Text("")"#,
    #"Text(" ")"#,
    #"Text(name)"#,
    #"Text(model.title)"#,
    #"Text("\(name)")"#,
    #"Text(name ?? "")"#,
    #"Text(isOn ? "On" : "")"#,
    #"Text(mayBe)"#,
    #"Text(changing)"#,
    #"if isOn { Text("On") }"#,
    #"Text("Today").hidden()"#,
    #"Text(Settings.shared.name)"#,
  ])
  func doubtsTextsThatMayBeEmpty(_ body: String) throws {
    let members = """
      var name: String
      var changing = "x"
      var mayBe: String { isOn ? name : "x" }
      """
    #expect(try title(body, members: members).sizedBy == nil)
  }

  @Test func asksForTheArgumentThatGivesTheText() throws {
    #expect(try title("Text(text)", members: "let text: String").sizedBy == ["text"])
    #expect(try title("Text(text)", members: "let text: String?").sizedBy == nil)
  }

  @Test func survivesItsShortForm() throws {
    for body in [#"Text("To day")"#, #"Text(text)"#, #"Button("x") {}"#] {
      let read = try title(body, members: "let text: String")
      #expect(HostedTitle(code: read.code) == read)
    }
  }
}
