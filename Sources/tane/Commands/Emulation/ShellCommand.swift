import Foundation
import TaneProcesses
import TaneProject

/// A command that runs in a shell with additional environment variables.
struct ShellCommand {
  private let command: String
  private let environment: [String: String]

  init(_ command: String, variables: [(name: String, value: String)]) {
    self.command = command
    environment = variables.reduce(into: ProcessInfo.processInfo.environment) { all, one in
      all[one.name] = one.value
    }
  }

  /// Runs the command and returns its exit code; if a signal ended it, 128 plus the signal's
  /// number, as in a shell.
  ///
  /// Termination signals of this process are forwarded to the command.
  func run(until signals: EndSignals) async throws -> Int32 {
    let child: ChildProcess
    do {
      child = try ChildProcess(command: ["/bin/sh", "-c", command], environment: environment)
    } catch {
      throw CommandFailure(.failed, "the command cannot be started: \(error.reason)")
    }
    let passing = Task {
      while !Task.isCancelled {
        await signals.next()
        child.send(SIGTERM)
      }
    }
    defer { passing.cancel() }
    switch await child.end() {
    case .exited(let code): return code
    case .killed(let signal): return 128 + signal
    }
  }
}
