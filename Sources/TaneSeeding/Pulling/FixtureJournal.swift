import Foundation
import SystemPackage
import TaneCore
package import TaneProject

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A journal of drafts that are being moved into place, with which the next command completes an
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
    /// The file before; nil if it did not exist.
    let before: Digest?
    /// The path of the new file; nil if the file is removed.
    let draft: String?
    let after: Digest?
  }

  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  private static func folder(of project: Project) -> FilePath {
    project.stateDirectory.appending("pulls")
  }

  /// Writes the journal and returns its file, which is removed when all drafts are in place.
  func write(in project: Project) throws -> StateFile {
    let file = StateFile(path: Self.folder(of: project).appending("\(getpid()).json"))
    try file.replace(with: Array(JSONEncoder().encode(self)))
    return file
  }

  /// Completes the operations of processes that were killed while moving files into place.
  ///
  /// - Parameter project: The project.
  /// - Returns: The number of files that were moved or removed; files that were changed since are
  ///   kept.
  /// - Throws: The error of a file that cannot be read or written.
  package static func completeInterrupted(in project: Project) throws -> Int {
    let folder = folder(of: project)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.string) else {
      return 0
    }
    var count = 0
    for name in names {
      guard let process = pid_t(name.split(separator: ".").first ?? ""),
        process != getpid(), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      let file = StateFile(path: folder.appending(name))
      guard let bytes = try file.read() else { continue }
      // An unreadable journal was never complete, so no file was moved.
      let journal = try? JSONDecoder().decode(FixtureJournal.self, from: Data(bytes))
      count += try journal?.complete(in: project) ?? 0
      try file.remove()
    }
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
