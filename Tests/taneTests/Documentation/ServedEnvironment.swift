import Foundation
import TestSupport

/// A `tane emulate` that serves until it is ended.
final class ServedEnvironment: Sendable {
  /// What it printed until it was ready.
  let lines: [String]
  /// The variables that it told to export.
  let exported: [String: String]
  private let program: TestProgram
  /// Kept open: a program without a reader would end at its next line.
  private let reader: LineReader

  /// Starts a command line, and waits until it serves or has ended.
  init(_ line: String, in directory: URL, variables: [String: String]) async throws {
    let turn = await ProgramTurn()
    let output = Pipe()
    // In the shell's own place, so that what ends the process ends the emulator.
    program = try TestProgram(
      ["/bin/sh", "-c", "exec 2>&1\nexec \(line)"],
      in: directory,
      variables: TaneProcess.variables(variables),
      turn: turn,
      output: output.input
    )
    reader = try output.reader()
    var lines: [String] = []
    while let line = await reader.next() {
      lines.append(line)
      if line.contains("Ctrl-C") { break }
    }
    self.lines = lines
    exported = Dictionary(
      lines.compactMap { line in
        line.wholeMatch(of: /export (\w+)=(.*)/).map { (String($0.1), String($0.2)) }
      },
      uniquingKeysWith: { $1 }
    )
  }

  /// Ends it as Ctrl-C does, and returns its exit code.
  func end() async -> Int32 {
    program.send(SIGINT)
    return await program.end().status
  }
}
