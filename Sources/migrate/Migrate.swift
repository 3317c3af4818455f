import MigrateKit

/// The program.
@main
struct Migrate {
  static func main() {}
}
