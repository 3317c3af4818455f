import SwiftSyntax

/// What the minimum versions of a file make of its checks.
struct RetiredChecks {
  /// What becomes of a list of conditions.
  enum Verdict {
    /// Every condition holds on every system.
    case holds
    /// One fails on every system, and nothing with effects is evaluated before it.
    case fails
    /// The conditions at these indices hold; the others decide.
    case partly([Int])
    /// There is nothing to say.
    case open
    /// A check could go, but for the reason.
    case left(String)

    /// Whether the conditions are the same on every system.
    var isDecided: Bool {
      switch self {
      case .holds, .fails: true
      default: false
      }
    }
  }

  let file: ParsedFile
  let platforms: FilePlatforms

  /// The version from which files are looked at.
  static let since = PlatformVersion(26)

  /// Whether every platform of the file has a minimum of 26 or later.
  static func apply(to platforms: FilePlatforms) -> Bool {
    platforms.isKnown
      && platforms.platforms.allSatisfy {
        platforms.minimum(of: $0).normalized(for: $0) >= since
      }
  }

  func verdict(of list: ConditionElementListSyntax) -> Verdict {
    var holding: [Int] = []
    for (index, element) in list.enumerated() {
      guard case .availability(let condition) = element.condition else { continue }
      switch truth(of: condition) {
      case .yes: holding.append(index)
      case .no:
        let earlier = list.prefix(index).enumerated().filter { !holding.contains($0.offset) }
        return earlier.allSatisfy { isFreeOfEffects($0.element) } ? .fails : .left("effects")
      case .unknown: continue
      }
    }
    if holding.count == list.count { return .holds }
    return holding.isEmpty ? .open : .partly(holding)
  }

  /// The first check of a list that says nothing, or the list.
  func site(in list: ConditionElementListSyntax) -> ByteRange {
    for element in list {
      if case .availability(let condition) = element.condition, truth(of: condition) != .unknown {
        return file.range(of: condition)
      }
    }
    return file.range(of: list)
  }

  private func truth(of condition: AvailabilityConditionSyntax) -> Truth {
    let clause = AvailabilityClause(condition)
    guard !clause.listsUnreachableVersion else { return .unknown }
    let built = AvailabilityContext(at: condition, platforms: platforms).reachablePlatforms
    guard !built.isEmpty else { return .unknown }
    let isAlways = built.allSatisfy { platform in
      switch clause.entry(for: platform) {
      case .listed(let version):
        version <= platforms.minimum(of: platform).normalized(for: platform)
      case .unlisted: true
      case .unclear: false
      }
    }
    guard isAlways else { return .unknown }
    return clause.isNegated ? .no : .yes
  }

  private func isFreeOfEffects(_ element: ConditionElementSyntax) -> Bool {
    let folder = AvailabilityFolder(
      platform: .iOS, version: Self.since, build: BuildCondition(platform: .iOS))
    // What cannot be folded may have effects.
    do { return try folder.fold(element).isFreeOfEffects } catch { return false }
  }

  /// Whether an attribute asks for nothing beyond the minimum of every platform that it is built
  /// for.
  func isRedundant(_ attribute: AttributeSyntax) -> Bool {
    guard let versions = attribute.listedVersions, !versions.isEmpty,
      !versions.values.contains(where: { $0.major >= 100 })
    else { return false }
    let built = platforms.platforms.filter {
      AvailabilityContext(at: attribute, platforms: platforms).isBuilt(for: $0)
    }
    return !built.isEmpty
      && built.allSatisfy {
        attribute.isRedundant(on: $0, from: platforms.minimum(of: $0).normalized(for: $0))
      }
  }
}
