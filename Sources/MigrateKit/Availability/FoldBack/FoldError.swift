/// Why a file cannot be folded.
enum FoldError: Error, Equatable {
  /// The syntax nests deeper than is followed.
  case tooDeep
}
