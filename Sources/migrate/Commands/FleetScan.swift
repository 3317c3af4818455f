import MigrateKit

/// `migrate scan` over several repositories in one process; writes nothing.
///
/// What does not depend on a repository, the recipes above all, is read once. A repository that
/// cannot be scanned is a problem of its own: the others go on, and the status is the highest.
struct FleetScan {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func run(_ format: ScanCommand.Format) throws -> ExitStatus {
    switch format {
    case .text: return texts()
    case .json: return try documents()
    default:
      throw CommandError.usage(
        "'--format \(format.rawValue)' is for one repository at a time: "
          + "use 'text' or 'json', or run 'migrate scan' once for each")
    }
  }

  private var repositories: [String] { invocation.arguments.operands }

  private func texts() -> ExitStatus {
    let terminal = invocation.terminal
    let reporter = TextReporter(
      style: Style(isColored: terminal.colorsOutput),
      isVerbose: invocation.arguments.has(.verbose))
    var status = ExitStatus.done
    for (index, repository) in repositories.enumerated() {
      let gap = index == 0 ? "" : "\n"
      terminal.output(gap + reporter.heading(repository))
      do {
        let (document, ended) = try scan(repository)
        terminal.output(reporter.text(for: document))
        status = status.combined(with: ended)
      } catch {
        status = status.combined(with: report(error, repository).status)
      }
    }
    return status
  }

  /// Each repository is written when it is done, so that none waits in memory for the others.
  private func documents() throws -> ExitStatus {
    let terminal = invocation.terminal
    var status = ExitStatus.done
    let tool = try JSONText.encode(
      ["name": "migrate", "version": Version.current], pretty: false
    ).dropLast()
    terminal.output("{\"schema\":1,\"tool\":\(tool),\"repositories\":[")
    for (index, repository) in repositories.enumerated() {
      let gap = index == 0 ? "\n" : ",\n"
      do {
        let (document, ended) = try scan(repository)
        terminal.output(gap + String(try JSONText.encode(document).dropLast()))
        status = status.combined(with: ended)
      } catch {
        let failure = report(error, repository)
        let path = Session.absolute(repository, in: invocation.folder)
        let entry = FailedRepository(
          repository: .init(path: path), error: failure.message, status: failure.status.rawValue)
        terminal.output(gap + String(try JSONText.encode(entry).dropLast()))
        status = status.combined(with: failure.status)
      }
    }
    terminal.output("\n]}\n")
    return status
  }

  private func scan(_ repository: String) throws -> (ScanDocument, ExitStatus) {
    let session = try Session(invocation, at: repository, reading: .workingTreeIfThere)
    let status = session.status()
    let plan = try session.plan()
    return (session.document(plan, try status.value()), session.status(of: plan))
  }

  private func report(
    _ error: any Error, _ repository: String
  ) -> (status: ExitStatus, message: String) {
    let failure = ErrorTable.describe(error)
    let message = failure.message.split(separator: "\n")
      .map { $0.hasPrefix(repository) ? String($0) : "\(repository): \($0)" }
      .joined(separator: "\n")
    invocation.terminal.problem("error", message)
    return (failure.status, failure.message)
  }

  /// The place of a repository that could not be scanned.
  private struct FailedRepository: Encodable {
    struct Place: Encodable {
      var path: String
    }
    var repository: Place
    var error: String
    var status: Int32
  }
}
