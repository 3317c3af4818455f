import Testing

@testable import MigrateKit

@Suite struct ContentClassifierTests {
  /// The kind of the view that the only creation in a file shows.
  private func content(_ text: String, superclasses: [String: String] = [:]) throws -> ItemContent {
    let file = ParsedFile(try SourceFile(path: "F.swift", bytes: Array(text.utf8)))
    let index = SourceIndex(file)
    let facts = ProjectFacts(
      superclasses.map { Fact(BarItemFact.superclass, $0.key, $0.value, path: "G.swift") })
    let creation = try #require(BarItemCreation.all(in: index, facts: facts).first)
    return ContentClassifier(index: index, facts: facts).content(of: creation.content)
  }

  private func content(of members: String, showing view: String = "v") throws -> ItemContent {
    try content("class A { \(members)\nfunc f() { use(UIBarButtonItem(customView: \(view))) } }")
  }

  @Test(arguments: [
    ("let v = UILabel()", ItemContent.title),
    ("var v: UILabel!", .title),
    ("let v: UIView = UILabel()", .title),
    ("lazy var v: UIView = { let l = UILabel(); return l }()", .title),
    ("lazy var v = UIImageView(image: nil)", .image),
    ("let v = UIButton(type: .system)", .button),
    ("let v = UIButton(configuration: .filled())", .decorated),
    (
      "lazy var v: UIButton = { let b = UIButton(); b.layer.cornerRadius = 8; return b }()",
      .decorated
    ),
    ("let v = UIButton()\nfunc g() { v.backgroundColor = .red }", .decorated),
    ("let v = UIButton()\nfunc g() { v.backgroundColor = .clear }", .button),
    ("let v = UIActivityIndicatorView(style: .medium)", .kept(reason: "spinner")),
    ("let v = UISwitch()", .kept(reason: "switch")),
    ("func make() -> UISlider { UISlider() }\nlazy var v = make()", .kept(reason: "slider")),
    ("let v = UIView()", .unknown),
    ("let v = SomethingElse()", .unknown),
    ("let v = UserAvatar(size: 3)", .image),
    ("let v = UIStackView(arrangedSubviews: [UILabel(), UIImageView()])", .title),
    ("let v = UIStackView(arrangedSubviews: [UILabel(), UIButton()])", .unknown),
    ("let v = UIView()\nfunc g() { v.addSubview(UIProgressView()) }", .kept(reason: "progress")),
    ("let v: UILabel? = nil", .title),
  ])
  func tellsTheKind(_ members: String, _ expected: ItemContent) throws {
    #expect(try content(of: members) == expected)
  }

  @Test func readsOptionalsHostingControllersAndNamesOfUnknownVariables() throws {
    #expect(
      try content(of: "let host = UIHostingController(rootView: T())", showing: "host.view")
        == .hosted)
    #expect(try content(of: "var v: UIImageView?", showing: "v!") == .image)
    #expect(try content(of: "", showing: "loadingIndicator") == .kept(reason: "spinner"))
    #expect(try content(of: "", showing: "self.doneButton") == .button)
  }

  @Test func readsWhatClassesInherit() throws {
    let text = "class A { let v = Dial()\nfunc f() { use(UIBarButtonItem(customView: v)) } }"
    #expect(
      try content(text, superclasses: ["Dial": "Knob", "Knob": "UISlider"])
        == .kept(reason: "slider"))
    #expect(try content(text, superclasses: ["Dial": "Dial"]) == .unknown)
  }
}
