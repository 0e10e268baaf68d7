package import Foundation
import SystemPackage
package import TaneProcesses

/// A program that a test started, which is killed when the object is released.
package final class TestProgram: Sendable {
  /// The exit status and the output of a program.
  package struct Result: Sendable {
    /// The exit code, or the number of the signal that ended the program.
    package let status: Int32
    package let output: String
    package let errors: String
  }

  private let child: ChildProcess

  /// Starts a program in a folder; its permission to run is released when it has ended.
  package init(
    _ command: [String],
    in folder: URL,
    variables: [String: String],
    turn: ProgramTurn,
    input: ChildProcess.Stream = .null,
    output: ChildProcess.Stream = .null,
    errors: ChildProcess.Stream = .null,
    startsSession: Bool = false
  ) throws {
    child = try ChildProcess(
      command: command,
      environment: variables,
      directory: FilePath(folder.path),
      input: input,
      output: output,
      errors: errors,
      startsSession: startsSession
    )
    Task { [child] in
      _ = await child.waitUntilEnd()
      withExtendedLifetime(turn) {}
    }
  }

  deinit { child.send(SIGKILL) }

  package var isRunning: Bool { child.isRunning }

  package func send(_ signal: Int32) { child.send(signal) }

  /// Waits until the program ends.
  package func end() async -> ChildProcess.TerminationStatus { await child.waitUntilEnd() }

  /// Runs a program until it ends; its output goes to files, because a full pipe would block it.
  ///
  /// With `mergesErrors`, the output includes standard error.
  package static func run(
    _ command: [String],
    in folder: URL,
    variables: [String: String],
    input: String = "",
    mergesErrors: Bool = false
  ) async throws -> Result {
    let turn = await ProgramTurn()
    let typed = try TemporaryFile()
    let output = try TemporaryFile()
    let errors = try TemporaryFile()
    try typed.fill(with: input.utf8)
    let program = try TestProgram(
      command,
      in: folder,
      variables: variables,
      turn: turn,
      input: .descriptor(typed.descriptor),
      output: .descriptor(output.descriptor),
      errors: .descriptor(mergesErrors ? output.descriptor : errors.descriptor)
    )
    return Result(
      status: await program.end().status,
      output: String(decoding: try output.contents(), as: UTF8.self),
      errors: String(decoding: try errors.contents(), as: UTF8.self)
    )
  }
}

extension ChildProcess.TerminationStatus {
  /// The exit code, or the number of the signal that ended the program.
  package var status: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): signal
    }
  }
}
