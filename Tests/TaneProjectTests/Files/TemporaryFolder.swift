import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Calls `body` with a new folder on disk, and removes the folder afterward.
func withTemporaryFolder(_ body: (FilePath) throws -> Void) throws {
  let folder = FilePath(FileManager.default.temporaryDirectory.path)
    .appending("tane-project-\(UUID().uuidString)")
  try makeFolder(folder)
  defer { try? FileManager.default.removeItem(atPath: folder.string) }
  try body(folder)
}

func makeFolder(_ folder: FilePath) throws {
  try FileManager.default.createDirectory(
    atPath: folder.string,
    withIntermediateDirectories: true
  )
}

func write(_ text: String, to file: FilePath) throws {
  try makeFolder(file.removingLastComponent())
  let descriptor = try FileDescriptor.open(
    file,
    .writeOnly,
    options: [.create, .truncate],
    permissions: .ownerReadWrite
  )
  _ = try descriptor.closeAfter { try descriptor.writeAll(text.utf8) }
}

func link(_ path: FilePath, to destination: FilePath) throws {
  try FileManager.default.createSymbolicLink(
    atPath: path.string,
    withDestinationPath: destination.string
  )
}
