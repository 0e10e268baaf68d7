import Foundation
import SystemPackage
import TaneProcesses
import Testing

@testable import TaneSwiftSource

/// Calls `body` with a new folder on disk, and removes the folder afterward.
func withTemporaryFolder(_ body: (FilePath) throws -> Void) throws {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(FilePath(folder.path))
}

func withTemporaryFolder(_ body: (FilePath) async throws -> Void) async throws {
  let folder = try makeTemporaryFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(FilePath(folder.path))
}

private func makeTemporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appending(path: "tane-source-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// Writes a shell script.
///
/// It is written by `cp` instead of this process: if another test starts a program while this
/// process has the file open for writing, that program briefly has it open as well, and the script
/// cannot be executed.
func writeProgram(_ lines: String, to path: FilePath) throws {
  let text = path.string + ".text"
  try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(filePath: text))
  try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: text)
  let copy = try ChildProcess(
    command: ["/bin/cp", text, path.string],
    environment: [:],
    output: .descriptor(.standardError)
  )
  #expect(copy.wait() == .exited(0))
}

func makeFolder(_ path: FilePath) throws {
  try FileManager.default.createDirectory(
    atPath: path.string,
    withIntermediateDirectories: true
  )
}

func writeText(_ text: String, to path: FilePath) throws {
  try Data(text.utf8).write(to: URL(filePath: path.string))
}

func readText(_ path: FilePath) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: path.string)), as: UTF8.self)
}
