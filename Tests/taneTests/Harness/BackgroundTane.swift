import Foundation
import SystemPackage
import TaneProcesses
import TestSupport

/// A running `tane` whose standard error is read line by line.
final class BackgroundTane: Sendable {
  private let program: TestProgram
  /// The lines that it prints to standard error.
  let errors: LineReader

  init(
    _ arguments: [String],
    in project: TemporaryProject,
    output: FileHandle? = nil
  ) async throws {
    let turn = await ProgramTurn()
    let errors = Pipe()
    program = try TestProgram(
      [TaneProcess.binary.path] + arguments,
      in: project.root,
      variables: TaneProcess.variables([:]),
      turn: turn,
      output: output.map { .descriptor(FileDescriptor(rawValue: $0.fileDescriptor)) } ?? .null,
      errors: errors.input
    )
    self.errors = try errors.reader()
  }

  var isRunning: Bool { program.isRunning }

  func send(_ signal: Int32) { program.send(signal) }

  /// Waits until the program ends; returns its exit code, or the number of the signal that ended
  /// it.
  func end() async -> Int32 { await program.end().status }
}

extension Pipe {
  /// The end of the pipe that a program writes to.
  var input: ChildProcess.Stream {
    .descriptor(FileDescriptor(rawValue: fileHandleForWriting.fileDescriptor))
  }

  /// Returns a reader of the program's output; the pipe closes when the program ends.
  func reader() throws -> LineReader {
    try fileHandleForWriting.close()
    return LineReader(fileHandleForReading)
  }
}
