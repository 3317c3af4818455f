import SwiftSyntax

extension UnknownGlassNames {
  /// A modifier of toolbar items that is put on the view inside an item.
  func checkSharedBackground(_ link: ModifierLink) {
    let chain = ViewChain(around: link)
    guard let root = chain.root?.as(FunctionCallExprSyntax.self), chain.transforms.isEmpty,
      SheetContent.builtIn.contains(ViewTrace.calledName(root)),
      let item = Self.item(around: link)
    else { return }
    report(
      link.call, at: link.range,
      "'sharedBackgroundVisibility' is a modifier of toolbar items: put it after the item",
      edits(moving: link, to: item), isGlass: false)
  }

  private static func item(around link: ModifierLink) -> FunctionCallExprSyntax? {
    for step in ViewTrace(of: link.call).steps {
      guard case .content(let call, let name, _) = step else { continue }
      if name == "ToolbarItem" || name == "ToolbarItemGroup" { return call }
    }
    return nil
  }

  /// Moves the modifier, where it belongs to all that the item shows.
  private func edits(moving link: ModifierLink, to item: FunctionCallExprSyntax) -> [Edit]? {
    guard let closure = item.trailingClosure, closure.statements.count == 1,
      let only = closure.statements.first,
      only.item.as(ExprSyntax.self)?.id == ExprSyntax(link.call).id,
      item.additionalTrailingClosures.isEmpty, let removal = LinkRemoval.edit(of: link, in: file)
    else { return nil }
    let end = file.range(of: item).upperBound
    let text = file.text(of: link.member.declName)
    let arguments = file.source.text(
      in: ByteRange(file.range(of: link.member.declName).upperBound, link.range.upperBound))
    let indentation = file.source.indentation(ofLineAt: end)
    let isOneLine =
      file.source.lines.index(ofLineAt: file.range(of: item).lowerBound)
      == file.source.lines.index(ofLineAt: end)
    let lead = isOneLine ? "" : file.source.lineEnding + indentation
    return [removal, Edit(insertAt: end, "\(lead).\(text)\(arguments)")]
  }
}
