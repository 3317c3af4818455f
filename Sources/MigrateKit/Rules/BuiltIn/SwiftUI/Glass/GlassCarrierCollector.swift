import SwiftSyntax

/// Finds the types and modifiers of the project that put glass on something.
struct GlassCarrierCollector: FactCollector {
  let id = "glass-carriers"

  func needles(given facts: ProjectFacts) -> Needles { Needles([["glassEffect"]]) }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let path = file.source.path
    let placements = ViewPlacements.shared(of: file)
    var found: [Fact] = []
    for site in GlassSite.all(in: file, facts: facts) {
      if let (subject, carrier) = Self.carrier(of: site) {
        found.append(Fact(GlassFacts.carrier, subject, carrier.rawValue, path: path))
      }
      guard site.glass?.isIdentity != true else { continue }
      for trace in placements.traces(of: site.call) {
        switch trace.end {
        case .body(let type):
          let carrier = Self.isWhole(trace) ? GlassCarrier.view : .part
          found.append(Fact(GlassFacts.carrier, type, carrier.rawValue, path: path))
        case .member(let type, _):
          found.append(Fact(GlassFacts.carrier, type, GlassCarrier.part.rawValue, path: path))
        default: continue
        }
      }
    }
    return found
  }

  /// Whether the way to the body goes through nothing that shows more, or only sometimes.
  private static func isWhole(_ trace: ViewTrace) -> Bool {
    let transforms = trace.steps.compactMap { step -> String? in
      guard case .transform(let link) = step else { return nil }
      return link.name
    }
    return !trace.steps.contains { $0.isContainer }
      && trace.conditions.allSatisfy { $0.contains("available(") || transforms.contains($0) }
  }

  /// What a site puts glass on, where that is the content of a modifier or a style.
  private static func carrier(of site: GlassSite) -> (String, GlassCarrier)? {
    switch site.surface {
    case .modifierContent(let type): return (type, .modifier)
    case .styleContent(let type): return (type, .style)
    case .extended(let type):
      guard type == "View", case .helper(let name) = ViewTrace(of: site.call).end else {
        return nil
      }
      return ("." + name, .helper)
    default: return nil
    }
  }
}
