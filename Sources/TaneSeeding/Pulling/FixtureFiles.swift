import Foundation
public import TaneCore
public import TaneProject
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes files of fixtures: all of them, or none.
public struct FixtureFiles: Sendable {
  private let project: Project

  /// Creates a writer of a project's files.
  public init(project: Project) { self.project = project }

  /// Writes files; the bytes of objects are asked for one by one.
  ///
  /// Everything is written beside its place first, and put there when all is on the disk. Where that fails half way, or is
  /// cancelled before, what was put there is taken back. What a process left that was killed is removed.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - bytes: The bytes of an object; nil for one that `check` does not accept, which does not reach the disk.
  ///   - check: Throws where nothing is to be put there, once all bytes are known.
  /// - Throws: What `bytes` and `check` throw, or the error of a file that cannot be written.
  public func write(
    _ files: [FixtureUpdate.File],
    bytes: (Address) async throws -> [UInt8]?,
    accepting check: () throws -> Void = {}
  ) async throws {
    FixtureDraft.removeAbandoned(below: project.absolute(FilePath(Project.fixtures)))
    var drafts: [(draft: FilePath, path: FilePath)] = []
    var folders: [FilePath] = []
    do {
      for file in files {
        try Task.checkCancellation()
        let content: [UInt8]?
        switch file.content {
        case .text(let text): content = text
        case .object(let address): content = try await bytes(address)
        case .nothing: content = nil
        }
        guard let content else { continue }
        let path = project.absolute(file.path)
        try makeFolder(path.removingLastComponent(), noting: &folders)
        let draft = FixtureDraft.path(in: path.removingLastComponent())
        drafts.append((draft, path))
        try Data(content).write(to: URL(filePath: draft.string))
      }
      try check()
      try Task.checkCancellation()
      try replace(drafts, removing: files)
    } catch {
      for (draft, _) in drafts { try? FileManager.default.removeItem(atPath: draft.string) }
      // Only those that nobody has put anything into.
      for folder in folders.reversed() { rmdir(folder.string) }
      throw error
    }
  }

  private func makeFolder(_ folder: FilePath, noting made: inout [FilePath]) throws {
    var missing: [FilePath] = []
    var place = folder
    while !FileManager.default.fileExists(atPath: place.string) {
      missing.append(place)
      place = place.removingLastComponent()
    }
    for folder in missing.reversed() {
      try FileManager.default.createDirectory(
        atPath: folder.string,
        withIntermediateDirectories: true
      )
      made.append(folder)
    }
  }

  private func replace(
    _ drafts: [(draft: FilePath, path: FilePath)],
    removing files: [FixtureUpdate.File]
  ) throws {
    let removed = files.compactMap { file -> FilePath? in
      if case .nothing = file.content { project.absolute(file.path) } else { nil }
    }
    var saved: [(path: FilePath, old: FilePath?)] = []
    do {
      for (draft, path) in drafts.map({ (Optional($0.draft), $0.path) })
        + removed.map({ (nil, $0) })
      {
        let old = FixtureDraft.path(in: path.removingLastComponent())
        let exists = FileManager.default.fileExists(atPath: path.string)
        if exists { try FileManager.default.copyItem(atPath: path.string, toPath: old.string) }
        saved.append((path, exists ? old : nil))
        if let draft {
          // Whenever the process is killed, the file is the old one or the new one.
          guard rename(draft.string, path.string) == 0 else { throw Errno(rawValue: errno) }
        } else {
          try FileManager.default.removeItem(atPath: path.string)
        }
      }
    } catch {
      for (path, old) in saved.reversed() {
        try? FileManager.default.removeItem(atPath: path.string)
        if let old { try? FileManager.default.moveItem(atPath: old.string, toPath: path.string) }
      }
      throw error
    }
    for case (_, let old?) in saved { try? FileManager.default.removeItem(atPath: old.string) }
  }
}
