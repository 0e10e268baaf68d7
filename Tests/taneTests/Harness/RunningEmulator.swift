import Foundation
import Testing

/// An emulator in a process of its own.
struct RunningEmulator {
  private let process = Process()
  private var lines: LineReader

  init(_ arguments: [String], in project: TemporaryProject) throws {
    let output = Pipe()
    process.executableURL = TaneProcess.binary
    process.arguments = ["emulate"] + arguments
    process.currentDirectoryURL = project.root
    process.environment = TaneProcess.variables([:])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    lines = LineReader(output.fileHandleForReading)
  }

  /// Waits for the line that tells the address of a service.
  mutating func address(after name: String) throws -> String {
    while let line = lines.next() {
      guard line.hasPrefix(name) else { continue }
      let address = line.dropFirst(name.count).split(separator: " ").first
      return String(try #require(address))
    }
    return try #require(nil)
  }

  /// Asks the emulator to end, and returns its exit code.
  func end(by signal: Int32 = SIGTERM) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }
}
