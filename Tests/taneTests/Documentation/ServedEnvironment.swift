import Foundation
import TestSupport

/// A running `tane emulate`.
final class ServedEnvironment: Sendable {
  /// The output until it was ready.
  let lines: [String]
  /// The exported variables in its output.
  let exported: [String: String]
  private let program: TestProgram
  /// The reader of its output; without a reader, the program would end at its next line.
  private let reader: LineReader

  /// Starts a command line, and waits until it is ready or ends.
  init(_ line: String, in directory: URL, variables: [String: String]) async throws {
    let turn = await ProgramTurn()
    let output = Pipe()
    // The command replaces the shell, so that signals reach the emulator.
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

  /// Ends it like Ctrl-C, and returns its exit code.
  func end() async -> Int32 {
    program.send(SIGINT)
    return await program.end().status
  }
}
