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
        attribute.attributeName.trimmedDescription == "available",
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
