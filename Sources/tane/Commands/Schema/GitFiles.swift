import SystemPackage

import Foundation

/// Files as they were at some commit of the Git repository that holds a folder.
struct GitFiles {
  private let folder: FilePath

  init(_ folder: FilePath) { self.folder = folder }

  /// The bytes of a file, named relative to the folder; throws a `CommandFailure` that repeats what Git
  /// said.
  func bytes(of file: String, at reference: String) throws -> [UInt8] {
    // What begins with a hyphen would be an option.
    guard !reference.hasPrefix("-") else {
      throw CommandFailure(.usage, "\"\(reference)\" names no commit, branch or tag of Git")
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.string, "show", "\(reference):./\(file)"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw CommandFailure(.failed, "git cannot be started: \(error)")
    }
    // Git says one line of errors at most, which no pipe is too small for.
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = String(decoding: said, as: UTF8.self).split(separator: "\n").first ?? "no reason"
      throw CommandFailure(.failed, "git has no \(file) at \(reference): \(reason)")
    }
    return Array(bytes)
  }
}
