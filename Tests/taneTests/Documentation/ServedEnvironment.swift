import Foundation

/// A `tane emulate` that serves until it is ended.
final class ServedEnvironment {
  /// What it printed until it was ready.
  let lines: [String]
  /// The variables that it told to export.
  let exported: [String: String]
  private let process = Process()

  /// Starts a command line, and waits until it serves or has ended.
  init(_ line: String, in directory: URL, variables: [String: String]) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    // In the shell's own place, so that what ends the process ends the emulator.
    process.arguments = ["-c", "exec 2>&1\nexec \(line)"]
    process.currentDirectoryURL = directory
    process.environment = TaneProcess.variables(variables)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    var reader = LineReader(output.fileHandleForReading)
    var lines: [String] = []
    while let line = reader.next() {
      lines.append(line)
      if line.hasPrefix("Ready in ") { break }
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
  func end() -> Int32 {
    process.interrupt()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
