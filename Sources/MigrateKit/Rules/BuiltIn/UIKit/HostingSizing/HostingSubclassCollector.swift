import SwiftSyntax

/// Collects what subclasses of hosting controllers say of how their own view sizes itself.
struct HostingSubclassCollector: FactCollector {
  /// The kind of the facts; the subject is the class, the object the settings in their short form.
  static let kind = "hosting-controller-subclass"

  let id = "hosting-controller-subclasses"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["class ", ": UIHostingController"]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    return index.inherited.keys.sorted().compactMap { type in
      guard
        index.inherited[type]?.contains(where: { $0.hasPrefix("UIHostingController") }) == true
      else { return nil }
      let controller = Self.uses(of: "sizingOptions", by: type, in: index)
      let view = Self.uses(of: "view", by: type, in: index).map { $0.dropFirst() }
      let settings = HostingSizingSettings(of: controller, view: view)
      return Fact(Self.kind, type, settings.code, path: file.source.path)
    }
  }

  /// The uses of an inherited member within a type, each with the member as its path's first name.
  private static func uses(
    of member: String, by type: String, in index: SourceIndex
  ) -> [MemberUse] {
    (index.references[member] ?? []).compactMap { reference in
      let isOwn =
        reference.whole.is(DeclReferenceExprSyntax.self) || index.isSelf(of: reference)
      guard isOwn, reference.enclosingTypeName == type, index.declaration(of: reference) == nil
      else { return nil }
      return MemberUse(of: reference).behind(member)
    }
  }
}

extension MemberUse {
  /// The use as one of the member's owner.
  fileprivate func behind(_ member: String) -> MemberUse { renamed([member] + path) }

  /// The use as one of the path's first member.
  fileprivate func dropFirst() -> MemberUse { renamed(Array(path.dropFirst())) }
}
