/// Turns one file into findings; a value without effects.
public protocol Rule: Sendable {
  /// The stable name, in kebab case.
  var id: String { get }
  /// What a file must hold before the rule is asked about it.
  var needles: Needles { get }
  /// The name of the plugin that answers for the rule; nil for a rule of this program.
  var plugin: String? { get }
  /// What must be known of other files first; the collectors run in order.
  var collectors: [any FactCollector] { get }
  /// The paths of files that need not hold the needles, known from the project's facts.
  func paths(given facts: ProjectFacts) -> Set<String>
  /// Whether the rule looks at files in another format than Swift at all.
  var readsOtherFormats: Bool { get }
  /// Whether the rule looks at files of a path; by default those in Swift.
  func reads(_ path: String) -> Bool
  /// Whether the rule can say anything of a file with these platforms; where not, the file need
  /// not be parsed for it.
  func applies(to platforms: FilePlatforms) -> Bool
  /// Whether a file in another format than Swift can be read as what its name says; a change may
  /// not take that away.
  func isWellFormed(_ file: SourceFile) -> Bool
  /// Source that the rule writes where a module lacks it, nil for none.
  var readySource: ReadySource? { get }
  /// Whether the same file and context always give the same output, so that it may be kept.
  var isRepeatable: Bool { get }
  /// Looks at one file.
  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput
}

extension Rule {
  /// The rule is one of this program.
  public var plugin: String? { nil }
  /// No facts of other files are needed.
  public var collectors: [any FactCollector] { [] }
  /// Swift files alone.
  public var readsOtherFormats: Bool { false }
  /// Swift files alone.
  public func reads(_ path: String) -> Bool { FileFormat(path: path) == .swift }
  /// Whatever the platforms are.
  public func applies(to platforms: FilePlatforms) -> Bool { true }
  /// None.
  public var readySource: ReadySource? { nil }
  /// Every file is.
  public func isWellFormed(_ file: SourceFile) -> Bool { true }
  /// A rule is a pure function unless it says otherwise.
  public var isRepeatable: Bool { true }
  /// The needles alone choose the files.
  public func paths(given facts: ProjectFacts) -> Set<String> { [] }
}

/// What a rule is told besides the file.
public struct RuleContext: GateContext, Sendable {
  /// The platforms and minimum versions of the file.
  public var platforms: FilePlatforms
  /// What was collected from the whole project.
  public var facts: ProjectFacts
  /// How gates are written.
  public var gateStyle: GateStyle
  /// The recipe's options, as written.
  public var options: [String: String]
  /// The version of each platform that the recipe adapts to.
  public var since: [Platform: PlatformVersion]

  /// Makes a context.
  public init(
    platforms: FilePlatforms = .unknown, facts: ProjectFacts = ProjectFacts(),
    gateStyle: GateStyle = GateStyle(), options: [String: String] = [:],
    since: [Platform: PlatformVersion] = [.iOS: PlatformVersion(26)]
  ) {
    self.platforms = platforms
    self.facts = facts
    self.gateStyle = gateStyle
    self.options = options
    self.since = since
  }
}

/// What a rule says of one file.
public struct RuleOutput: Sendable {
  /// The findings, in any order.
  public var findings: [Finding]
  /// The sites that were looked at and left alone.
  public var left: [LeftSite]
  /// Why nothing can be said of the file, which is then a skip of the recipe; nil when something can.
  public var failure: RuleFailure?

  /// Makes an output.
  public init(
    findings: [Finding] = [], left: [LeftSite] = [], failure: RuleFailure? = nil
  ) {
    self.findings = findings
    self.left = left
    self.failure = failure
  }
}

/// Why a rule can say nothing of a file.
public struct RuleFailure: Hashable, Sendable {
  /// A stable reason code in lower camel case.
  public var reason: String
  /// What happened, for a person.
  public var detail: String

  /// Makes a failure.
  public init(reason: String, detail: String) {
    self.reason = reason
    self.detail = detail
  }
}
