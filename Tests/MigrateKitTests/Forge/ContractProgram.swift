import Foundation
import MigrateKit
import Synchronization
import Testing

/// A forge in Python that runs as long as the tests do.
final class ContractProgram: Sendable {
  let port: Int
  let token: String
  /// Holding its write end keeps the program running.
  private let input: Pipe

  /// The folder of the programs.
  private static let folder = Checkout.root + "/Tests/Contracts"
  /// What the programs see.
  static let environment = ProcessInfo.processInfo.environment.filter {
    !$0.key.contains("TOKEN")
  }
  private static let programs = Mutex<[ForgeKind: ContractProgram]>([:])

  /// The Python that has the packages; they are installed once for each build folder.
  private static let python = Result { () throws -> String in
    let place = Checkout.root + "/.build/contracts"
    let result = try Subprocess(
      "python3", [folder + "/prepare.py", place], environment: environment,
      workingFolder: folder, deadline: .seconds(300)
    ).run()
    guard result.succeeded else {
      throw TestFailure(
        String(decoding: result.standardError, as: UTF8.self)
          + " (the packages come from PyPI: without them the forges are not tested)")
    }
    return place + "/bin/python"
  }

  /// The program for a kind of forge, started when it is first asked for.
  static func running(_ kind: ForgeKind) throws -> ContractProgram {
    let python = try python.get()
    return try programs.withLock { programs in
      if let program = programs[kind] { return program }
      let program = try ContractProgram(kind, python)
      programs[kind] = program
      return program
    }
  }

  private init(_ kind: ForgeKind, _ python: String) throws {
    token = "planted" + "-on-" + kind.rawValue
    input = Pipe()
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [Self.folder + "/server.py", kind.rawValue]
    process.environment = Self.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((token + "\n").utf8))
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      line += String(decoding: data, as: UTF8.self)
    }
    guard let port = Int(line.dropLast()) else {
      process.terminate()
      throw TestFailure("the server for '\(kind)' did not start")
    }
    self.port = port
  }
}
