/// The version of this program and library.
public enum Version {
  /// The version, as semantic versioning writes it.
  public static let current = "0.1.0"
}
