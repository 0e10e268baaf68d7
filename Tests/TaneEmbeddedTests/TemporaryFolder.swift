import Foundation
import SystemPackage

/// Calls `body` with a new folder, and removes the folder afterward.
func withTemporaryFolder<Result>(
  _ body: (FilePath) async throws -> Result
) async throws -> Result {
  let folder = FilePath(NSTemporaryDirectory()).appending("tane-embedded-\(UUID().uuidString)")
  try FileManager.default.createDirectory(
    atPath: folder.string,
    withIntermediateDirectories: true
  )
  defer { try? FileManager.default.removeItem(atPath: folder.string) }
  return try await body(folder)
}
