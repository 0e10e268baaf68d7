import Foundation

/// A run of `tane` that is under way, whose notes are read line by line.
struct BackgroundTane {
  let process = Process()
  /// What it says on standard error.
  var errors: LineReader

  init(
    _ arguments: [String],
    in project: TemporaryProject,
    output: FileHandle = .nullDevice
  ) throws {
    let errors = Pipe()
    process.executableURL = TaneProcess.binary
    process.arguments = arguments
    process.currentDirectoryURL = project.root
    process.environment = TaneProcess.variables([:])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    self.errors = LineReader(errors.fileHandleForReading)
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end, and returns the exit code.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
