/// Why code could not be type-checked; code with errors in it is a result, not an error.
public enum TypeCheckError: Error, Equatable, Sendable {
  /// No Swift compiler was found.
  case noToolchain(searched: String)
  /// The toolchain does not ship its standard library as text.
  case noInterfaces(folder: String)
  /// The SDK declarations do not compile.
  case declarations(module: String, platform: Platform, problems: [String])
  /// The compiler crashed, or failed without a word about the code.
  case compiler(detail: String)
  /// The compiler could not be run to its end.
  case process(SubprocessError)
  /// A file or folder could not be read or written.
  case file(path: String, reason: String)

  /// Whether the machine lacks what is needed, so that a check can only be left out.
  public var isMissingToolchain: Bool {
    switch self {
    case .noToolchain, .noInterfaces: true
    default: false
    }
  }
}

extension TypeCheckError: CustomStringConvertible {
  /// One line for a person: what happened and what to do next.
  public var description: String {
    switch self {
    case .noToolchain(let searched):
      "no Swift compiler is in '\(searched)'; install a toolchain from swift.org"
    case .noInterfaces(let folder):
      "'\(folder)' lacks the textual interfaces of the standard library; type-checking for Apple"
        + " platforms needs a swift.org toolchain for Linux"
    case .declarations(let module, let platform, let problems):
      "the declarations of '\(module)' do not compile for \(platform.rawValue): "
        + problems.prefix(5).joined(separator: "; ")
    case .compiler(let detail):
      "the compiler failed: \(detail)"
    case .process(let error):
      error.description
    case .file(let path, let reason):
      "cannot use '\(path)': \(reason)"
    }
  }
}
