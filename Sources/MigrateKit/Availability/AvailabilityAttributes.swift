import SwiftSyntax

/// What the `@available` attributes of one declaration say.
struct AvailabilityAttributes {
  private struct Mark {
    var introduced: PlatformVersion?
    var obsoleted: PlatformVersion?
    var isUnavailable = false
  }

  private var marks: [Platform: Mark] = [:]
  private var isUnavailableEverywhere = false

  init(_ attributes: AttributeListSyntax) {
    for element in attributes {
      guard case .attribute(let attribute) = element,
        attribute.attributeName.trimmedText == "available",
        case .availability(let arguments) = attribute.arguments
      else { continue }
      read(arguments)
    }
  }

  private mutating func read(_ arguments: AvailabilityArgumentListSyntax) {
    var subject: Platform?
    var isStar = false
    for argument in arguments {
      switch argument.argument {
      case .availabilityVersionRestriction(let restriction):
        let name = restriction.platform.text
        guard let platform = Self.platform(named: name) else { continue }
        if let version = PlatformVersion(tuple: restriction.version) {
          marks[platform, default: Mark()].introduced = version.normalized(for: platform)
        } else {
          subject = platform
        }
      case .token(let token):
        switch token.text {
        case "*": isStar = true
        case "unavailable":
          if let subject {
            marks[subject, default: Mark()].isUnavailable = true
          } else if isStar {
            isUnavailableEverywhere = true
          }
        default: subject = Self.platform(named: token.text) ?? subject
        }
      case .availabilityLabeledArgument(let labeled):
        guard let subject, case .version(let tuple) = labeled.value,
          let version = PlatformVersion(tuple: tuple)?.normalized(for: subject)
        else { continue }
        switch labeled.label.text {
        case "introduced": marks[subject, default: Mark()].introduced = version
        case "obsoleted": marks[subject, default: Mark()].obsoleted = version
        default: break
        }
      @unknown default: break
      }
    }
  }

  /// Application-extension names say nothing of apps.
  private static func platform(named name: String) -> Platform? {
    name.hasSuffix("ApplicationExtension") ? nil : Platform(sourceName: name)
  }

  func constrain(_ bounds: inout PlatformBounds, on platform: Platform) {
    if isUnavailableEverywhere { bounds.isBuilt = false }
    let mark = marks[platform] ?? (platform == .macCatalyst ? marks[.iOS] : nil)
    guard let mark else { return }
    if mark.isUnavailable { bounds.isBuilt = false }
    if let version = mark.introduced { bounds.require(atLeast: version) }
    if let version = mark.obsoleted { bounds.require(below: version) }
  }
}

extension AttributeSyntax {
  /// Whether it is `@available` with versions and `*` alone, all of which every system of a platform
  /// from the minimum on has.
  func isRedundant(on platform: Platform, from minimum: PlatformVersion) -> Bool {
    guard let versions = listedVersions else { return false }
    let own = versions[platform] ?? (platform == .macCatalyst ? versions[.iOS] : nil)
    return own.map { $0 <= minimum } ?? true
  }

  /// The versions of an `@available` with versions and `*` alone; nil for any other attribute.
  var listedVersions: [Platform: PlatformVersion]? {
    guard attributeName.trimmedText == "available",
      case .availability(let arguments) = arguments
    else { return nil }
    var versions: [Platform: PlatformVersion] = [:]
    var hasStar = false
    for argument in arguments {
      switch argument.argument {
      case .availabilityVersionRestriction(let restriction):
        let name = restriction.platform.text
        guard !name.hasSuffix("ApplicationExtension"), let platform = Platform(sourceName: name),
          let version = PlatformVersion(tuple: restriction.version)
        else { return nil }
        versions[platform] = version.normalized(for: platform)
      case .token(let token) where token.text == "*": hasStar = true
      default: return nil
      }
    }
    return hasStar ? versions : nil
  }
}
