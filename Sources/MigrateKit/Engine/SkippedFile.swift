extension Skip {
  /// A file that could not be read.
  init(path: String, _ failure: ReadFailure) {
    self.init(
      path: path, reason: failure.reason, detail: failure.detail, isFault: failure.isFault)
  }
}
