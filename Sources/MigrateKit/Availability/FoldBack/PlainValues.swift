import SwiftSyntax

/// The names of SwiftUI whose values are made without effects, and mean the same in a whole file.
enum PlainValues {
  /// The types of shapes.
  static let shapes: Set<String> = [
    "Capsule", "Circle", "Ellipse", "Rectangle", "RoundedRectangle", "UnevenRoundedRectangle",
    "ContainerRelativeShape", "ConcentricRectangle",
  ]
  /// The shapes that are made by a member of `Shape`.
  static let shapeMembers: Set<String> = ["rect", "capsule", "circle", "ellipse"]
  /// The types that the helpers of recipes name.
  static let views: Set<String> = ["Color", "GlassEffectContainer"]

  /// Whether an expression is a shape that nothing but its own arguments decides.
  static func isShape(_ shape: ExprSyntax) -> Bool {
    let folder = AvailabilityFolder(
      platform: .iOS, version: PlatformVersion(26), build: BuildCondition(platform: .iOS))
    do {
      let node = try folder.fold(shape)
      return node.isFreeOfEffects || node.isPlainShape
    } catch {
      return false
    }
  }

  /// The types that the file around a node declares itself, at any depth.
  static func declared(around node: some SyntaxProtocol) -> Set<String> {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(node.root)
    return collector.names
  }

  private final class Collector: SyntaxVisitor {
    var names: Set<String> = []

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      add(node.name)
    }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
      add(node.name)
    }
    override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
      add(node.name)
    }

    private func add(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
      names.insert(name.text)
      return .visitChildren
    }
  }
}
