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
  /// Everything is written beside its place first, and put there when all is on the disk. Where that fails half way, what
  /// was put there is taken back.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - bytes: The bytes of an object.
  ///   - check: Throws where nothing is to be put there, once all bytes are known.
  /// - Throws: What `bytes` and `check` throw, or the error of a file that cannot be written.
  public func write(
    _ files: [FixtureUpdate.File],
    bytes: (Address) async throws -> [UInt8],
    accepting check: () throws -> Void = {}
  ) async throws {
    var drafts: [(draft: FilePath, path: FilePath)] = []
    defer { for (draft, _) in drafts { try? FileManager.default.removeItem(atPath: draft.string) } }
    for file in files {
      let path = project.absolute(file.path)
      let content: [UInt8]
      switch file.content {
      case .text(let text): content = text
      case .object(let address): content = try await bytes(address)
      case .nothing: continue
      }
      let folder = path.removingLastComponent()
      try FileManager.default.createDirectory(
        atPath: folder.string,
        withIntermediateDirectories: true
      )
      let draft = folder.appending(".tane-\(UUID().uuidString)")
      drafts.append((draft, path))
      try Data(content).write(to: URL(filePath: draft.string))
    }
    try check()
    try replace(drafts, removing: files)
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
        let old = path.removingLastComponent().appending(".tane-\(UUID().uuidString)")
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
