import Foundation
import SystemPackage
import TaneCore
package import TaneProject

/// A journal of drafts that are being moved into place, from which the next command completes an
/// interrupted operation.
package struct FixtureJournal: Codable {
  /// A digest of a file's bytes.
  struct Digest: Codable, Equatable {
    let size: Int
    let crc32c: UInt32

    init?(_ digest: BlobDigest?) {
      guard let digest else { return nil }
      (size, crc32c) = (digest.size, digest.crc32c)
    }
  }

  /// A file that is replaced, added or removed; paths are relative to the project.
  struct Entry: Codable {
    let path: String
    /// The digest of the previous file, or nil if there was none.
    let before: Digest?
    /// The path of the new file, or nil if the file is removed.
    let draft: String?
    let after: Digest?
  }

  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  private static func file(in project: Project) -> FilePath {
    project.stateDirectory.appending("pulls").appending("fixtures.json")
  }

  /// Acquires the lock for writing fixtures.
  ///
  /// If the holder is killed, the system releases the lock, but the lock file retains its content,
  /// which reveals the interruption.
  static func lock(
    _ project: Project,
    for command: EnvironmentLock.Command,
    timeout: Duration
  ) async throws -> EnvironmentLock {
    try await EnvironmentLock.take(
      [file(in: project)],
      of: "\(Project.fixtures)/",
      for: command,
      timeout: timeout
    )
  }

  /// Writes the journal and returns its file, which is removed when all drafts are in place.
  func write(in project: Project) throws -> StateFile {
    let file = StateFile(path: Self.file(in: project))
    try file.replace(with: Array(JSONEncoder().encode(self)))
    return file
  }

  /// Completes the operation of a process that was killed while moving files into place, and
  /// removes its drafts.
  ///
  /// - Parameter project: The project.
  /// - Returns: The number of files that were moved or removed; files changed since then are left
  ///   unchanged.
  /// - Throws: The error for a file that cannot be read or written.
  package static func completeInterrupted(in project: Project) throws -> Int {
    guard isInterrupted(in: project),
      let lock = try EnvironmentLock.acquireIfFree(file(in: project), for: .pull)
    else { return 0 }
    defer { lock.release() }
    return try completeAll(in: project)
  }

  /// Returns true if a process is writing fixtures, or was killed while doing so.
  private static func isInterrupted(in project: Project) -> Bool {
    let folder = file(in: project).removingLastComponent()
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.string)
    return names?.contains { name in
      guard FilePath(name).extension == "lock" else { return true }
      return (try? folder.appending(name).stat().size) != 0
    } ?? false
  }

  /// Completes the interrupted operations of earlier lock holders, and returns the number of files
  /// that were moved or removed.
  static func completeAll(in project: Project) throws -> Int {
    let folder = file(in: project).removingLastComponent()
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.string) {
      guard FilePath(name).extension != "lock" else { continue }
      let file = StateFile(path: folder.appending(name))
      // A journal under its temporary name, or one that is unreadable, was never complete, so no
      // file was moved.
      if !name.hasPrefix("."), let bytes = try file.read() {
        let journal = try? JSONDecoder().decode(FixtureJournal.self, from: Data(bytes))
        count += try journal?.complete(in: project) ?? 0
      }
      try file.remove()
    }
    FixtureDraft.removeAll(below: project.absolute(FilePath(Project.fixtures)))
    return count
  }

  private func complete(in project: Project) throws -> Int {
    var count = 0
    for entry in entries {
      let path = FilePath(entry.path)
      let isBefore = Digest(try project.digest(of: path)) == entry.before
      guard let draft = entry.draft.map({ FilePath($0) }) else {
        guard isBefore, entry.before != nil else { continue }
        try FileManager.default.removeItem(atPath: project.absolute(path).string)
        count += 1
        continue
      }
      guard let found = Digest(try project.digest(of: draft)) else { continue }
      let place = project.absolute(draft).string
      if isBefore, found == entry.after {
        guard rename(place, project.absolute(path).string) == 0 else {
          throw Errno(rawValue: errno)
        }
        count += 1
      } else {
        try FileManager.default.removeItem(atPath: place)
      }
    }
    return count
  }
}
