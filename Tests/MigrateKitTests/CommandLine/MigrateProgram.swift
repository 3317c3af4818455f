import Foundation
import MigrateKit

/// The built program, run as a real process on a real repository.
struct MigrateProgram {
  struct Output {
    var status: Int32
    var text: String
    var errors: String
  }

  /// The program beside the test bundle.
  static func path() throws -> String {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("migrate").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
        !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: candidate)
      {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    throw TestFailure("no 'migrate' beside \(CommandLine.arguments[0]); build the whole package")
  }

  /// Runs the program to its end.
  @discardableResult
  static func run(
    _ arguments: [String], in repository: TemporaryRepository, input: String = ""
  ) throws -> Output {
    let result = try Subprocess(
      path(), arguments, environment: repository.environment, workingFolder: repository.path
    ).run(standardInput: Array(input.utf8))
    guard case .exited(let status) = result.termination else {
      throw TestFailure("migrate \(arguments) ended by \(result.termination)")
    }
    return Output(
      status: status, text: String(decoding: result.standardOutput, as: UTF8.self),
      errors: String(decoding: result.standardError, as: UTF8.self))
  }
}
