import Foundation
import MigrateKit

/// `migrate doctor`: is this machine, repository and configuration fit?
struct DoctorCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  private enum State: String, Encodable {
    case ok
    case warning
    case error
  }

  private struct Line: Encodable {
    var state: State
    var subject: String
    var message: String
  }

  func run() throws -> ExitStatus {
    let format: OutcomeFormat = try invocation.arguments.choice(.format) ?? .text
    var lines = machine()
    var status = ExitStatus.done
    do {
      let session = try Session(invocation, reading: .workingTreeIfThere)
      lines += plugins(session)
      lines += try repository(session)
      lines += project(session)
    } catch {
      let failure = ErrorTable.describe(error)
      let subject = error is PluginError ? "plugins" : "repository"
      lines.append(Line(state: .error, subject: subject, message: failure.message))
      status = failure.status
    }
    try report(lines, format)
    return status
  }

  private func machine() -> [Line] {
    var lines = [Line(state: .ok, subject: "migrate", message: "version \(Version.current)")]
    let git = (invocation.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/git")
    }
    lines.append(
      git
        ? Line(state: .ok, subject: "git", message: "found on the PATH")
        : Line(
          state: .error, subject: "git",
          message: "not on the PATH: install it; partial clones and 'apply' need it"))
    return lines
  }

  private func plugins(_ session: Session) -> [Line] {
    var lines = session.plugins.map { plugin in
      let rules = plugin.rules.map { "'\($0.id)'" }.joined(separator: ", ")
      let recipes = plugin.manifests.count
      return Line(
        state: .ok, subject: "plugin '\(plugin.reference.name)'",
        message: "\(plugin.reference.isSandboxed ? "in a sandbox" : "with your rights"), rules"
          + " \(rules), \(recipes) recipe\(recipes == 1 ? "" : "s")")
    }
    for skip in session.refusedPlugins {
      lines.append(Line(state: .warning, subject: "plugins", message: skip.detail))
    }
    let path = PluginHost.wasmkit(searchPath: invocation.environment["PATH"] ?? "")
    lines.append(
      Line(
        state: .ok, subject: "wasmkit",
        message: path.map { "found at '\($0)'" }
          ?? "not found; only plugins in a '.wasm' file need it"))
    return lines
  }

  private func repository(_ session: Session) throws -> [Line] {
    let snapshot = session.snapshot
    let location = snapshot.location
    var lines: [Line] = []
    let kind = location.workFolder == nil ? "bare repository" : "working tree"
    let base = snapshot.base.map { "at \($0.abbreviated)" } ?? "without a commit"
    lines.append(
      Line(state: .ok, subject: "repository", message: "\(kind) \(base): \(location.root)"))
    if location.isShallow {
      lines.append(
        Line(
          state: .ok, subject: "repository",
          message: "shallow: everything but history works"))
    }
    let swift = snapshot.entries.count { $0.path.hasSuffix(".swift") }
    lines.append(Line(state: .ok, subject: "files", message: "\(swift) Swift files"))
    for (reason, skips) in Dictionary(grouping: snapshot.skips, by: \.reason)
      .sorted(by: { $0.key.rawValue < $1.key.rawValue })
    {
      lines.append(
        Line(
          state: .warning, subject: "files",
          message: "\(skips.count) not read: \(reason.rawValue), the first is '\(skips[0].path)'"))
    }
    do {
      _ = try CommitIdentity(
        of: location, environment: invocation.environment, now: Timestamp(seconds: 0))
      lines.append(Line(state: .ok, subject: "identity", message: "known to git"))
    } catch {
      lines.append(Line(state: .error, subject: "identity", message: error.description))
    }
    return lines
  }

  private func project(_ session: Session) -> [Line] {
    let swift = session.snapshot.entries.lazy.map(\.path).filter { $0.hasSuffix(".swift") }
    return ProjectDiagnosis(of: session.project, swiftFiles: swift).lines.map { line in
      let state: State =
        switch line.level {
        case .ok: .ok
        case .warning: .warning
        case .error: .error
        }
      return Line(
        state: state, subject: line.path.isEmpty ? "project" : line.path, message: line.message)
    }
  }

  private func report(_ lines: [Line], _ format: OutcomeFormat) throws {
    let terminal = invocation.terminal
    if format == .json {
      terminal.output(try JSONText.encode(["lines": lines]))
      return
    }
    for line in lines {
      let mark =
        switch line.state {
        case .ok: "ok     "
        case .warning: "warning"
        case .error: "error  "
        }
      terminal.output(PrintableText.line("\(mark)  \(line.subject): \(line.message)") + "\n")
    }
  }
}
