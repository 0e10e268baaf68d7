import Foundation
import TestSupport
import Testing

/// An emulator that runs in a separate process.
final class RunningEmulator: Sendable {
  private let program: TestProgram
  private let lines: LineReader

  init(_ arguments: [String], in project: TemporaryProject) async throws {
    let turn = await ProgramTurn()
    let output = Pipe()
    program = try TestProgram(
      [TaneProcess.binary.path, "emulate"] + arguments,
      in: project.root,
      variables: TaneProcess.variables([:]),
      turn: turn,
      output: output.input
    )
    lines = try output.reader()
  }

  /// Waits for the line with a service's address, and returns the address.
  func address(after name: String) async throws -> String {
    while let line = await lines.next() {
      guard line.hasPrefix(name) else { continue }
      let address = line.dropFirst(name.count).split(separator: " ").first
      return String(try #require(address))
    }
    return try #require(nil)
  }

  /// Sends a signal to the emulator; returns its exit code, or the number of the signal that ended
  /// it.
  func end(by signal: Int32 = SIGTERM) async -> Int32 {
    program.send(signal)
    return await program.end().status
  }
}
