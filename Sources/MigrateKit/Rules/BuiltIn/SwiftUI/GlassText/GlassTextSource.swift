/// The source that draws a text in glass: a modifier and the shape of its letters.
enum GlassTextSource {
  /// The name of the modifier.
  static let name = "GlassText"

  /// The declarations, for a file of their own or, private, for the end of another one.
  ///
  /// Fonts are resolved in the environment, so that Dynamic Type is followed; the coordinates of
  /// Core Text point up and those of shapes down.
  static func lines(isPrivate: Bool) -> [String] {
    let access = isPrivate ? "fileprivate " : ""
    return """
      #if os(iOS)
      /// Draws a text of one line in glass, in the shape of its letters, from iOS 26.0 on.
      @available(iOS 15.0, *)
      \(access)struct GlassText: ViewModifier {
          /// The text that the view shows, for its letters and for VoiceOver.
          let text: String
          /// The font of the text; that of the environment when there is none.
          var font: Font?
          @Environment(\\.font) private var environmentFont
          @Environment(\\.fontResolutionContext) private var context

          func body(content: Content) -> some View {
              if #available(iOS 26.0, *) {
                  let resolved = (font ?? environmentFont ?? .body).resolve(in: context)
                  content
                      .lineLimit(1)
                      .foregroundStyle(.clear)
                      .glassEffect(.regular, in: GlassTextShape(text, font: resolved.ctFont))
                      .accessibilityLabel(Text(verbatim: text))
              } else {
                  content
              }
          }
      }

      /// The outlines of a line of text, as SwiftUI lays it out.
      \(access)struct GlassTextShape: Shape {
          private let glyphs: Path
          private let width: CGFloat
          private let ascent: CGFloat
          private let height: CGFloat

          init(_ text: String, font: CTFont) {
              let line = CTLineCreateWithAttributedString(
                  NSAttributedString(string: text, attributes: [.font: font]))
              width = CGFloat(CTLineGetTypographicBounds(line, nil, nil, nil))
              ascent = CTFontGetAscent(font)
              height = ascent + CTFontGetDescent(font)
              let outlines = CGMutablePath()
              for run in CTLineGetGlyphRuns(line) as? [CTRun] ?? [] {
                  let count = CTRunGetGlyphCount(run)
                  let codes = [CGGlyph](unsafeUninitializedCapacity: count) { buffer, used in
                      guard let start = buffer.baseAddress else { return }
                      CTRunGetGlyphs(run, CFRangeMake(0, count), start)
                      used = count
                  }
                  let places = [CGPoint](unsafeUninitializedCapacity: count) { buffer, used in
                      guard let start = buffer.baseAddress else { return }
                      CTRunGetPositions(run, CFRangeMake(0, count), start)
                      used = count
                  }
                  // Characters that the font lacks come from another one.
                  let own = CTFontCreateForString(font, text as CFString, CTRunGetStringRange(run))
                  for (code, place) in zip(codes, places) {
                      guard let glyph = CTFontCreatePathForGlyph(own, code, nil) else { continue }
                      // Core Text's y axis points up.
                      let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: place.x, ty: -place.y)
                      outlines.addPath(glyph, transform: flip)
                  }
              }
              glyphs = Path(outlines)
          }

          func path(in rect: CGRect) -> Path {
              guard width > 0 else { return Path() }
              let scale = min(1, rect.width / width)
              let x = rect.midX - width * scale / 2
              let y = rect.midY - height * scale / 2 + ascent * scale
              return glyphs.applying(CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y))
          }
      }
      #endif
      """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// A file that holds the declarations for a whole module.
  static var file: String {
    (["import CoreText", "import SwiftUI", ""] + lines(isPrivate: false) + [""])
      .joined(separator: "\n")
  }
}
