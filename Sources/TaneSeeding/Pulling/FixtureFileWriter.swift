import Foundation
package import TaneCore
package import TaneProject
package import SystemPackage

/// A writer that writes either all of the given fixture files or none.
package struct FixtureFileWriter: Sendable {
  private let project: Project

  /// Creates a writer of a project's files.
  package init(project: Project) { self.project = project }

  /// Writes files, requesting the bytes of objects one by one.
  ///
  /// All files are first written as drafts and checked, and moved into place when all are on disk.
  /// After a failure or cancellation, moved files are restored; if the process is killed while
  /// moving files, the next command completes the operation with its journal (`FixtureJournal`).
  /// A file that is a link stays a link: its target is replaced.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - bytes: Returns the bytes of an object, or nil if `check` will reject the object, so that
  ///     its bytes are not written to disk.
  ///   - download: Writes an object to a file that does not exist yet and returns true, or returns
  ///     false if `bytes` returns the object.
  ///   - command: The command that writes.
  ///   - timeout: The time to wait for another command that writes fixtures.
  ///   - check: Receives the project with the new files in place, and throws to reject the files.
  /// - Throws: The errors from `bytes` and `check`, the error for a file that cannot be written, or
  ///   `EnvironmentInUse` if another command writes fixtures.
  package func write(
    _ files: [FixtureUpdate.File],
    bytes: (Address) async throws -> [UInt8]?,
    download: (Address, FilePath) async throws -> Bool = { _, _ in false },
    for command: EnvironmentLock.Command = .pull,
    timeout: Duration = .seconds(60),
    accepting check: (Project) async throws -> Void = { _ in }
  ) async throws {
    let lock = try await FixtureJournal.lock(project, for: command, timeout: timeout)
    defer { lock.release() }
    _ = try FixtureJournal.completeAll(in: project)
    var drafts: [(draft: FilePath?, file: FixtureUpdate.File)] = []
    var folders: [FilePath] = []
    var texts: [FilePath: [UInt8]] = [:]
    WorkCounter.expect(files.count, .files)
    do {
      for file in files {
        try Task.checkCancellation()
        defer { WorkCounter.add(1, .files) }
        if case .nothing = file.content { continue }
        try project.checkIsInside(file.path)
        let target = try target(of: file)
        // Several links may have the same target.
        if case .text(let text) = file.content, texts.updateValue(text, forKey: target) == text {
          continue
        }
        do {
          try makeFolder(target.removingLastComponent(), noting: &folders)
          let draft = draft(of: file, at: target)
          drafts.append((draft, file))
          let isWritten = try await write(file.content, to: draft, like: target, bytes, download)
          if !isWritten { drafts.removeLast() }
        } catch {
          throw failure(error, writing: file)
        }
      }
      let removed = files.filter { if case .nothing = $0.content { true } else { false } }
      let changes = drafts + removed.map { (nil, $0) }
      try await check(project(with: changes))
      try Task.checkCancellation()
      let journal = try journal(of: changes).write(in: project)
      defer { try? journal.remove() }
      try replace(changes)
    } catch {
      for case (let draft?, _) in drafts {
        try? FileManager.default.removeItem(atPath: draft.string)
      }
      // Only empty folders are removed.
      for folder in folders.reversed() { rmdir(folder.string) }
      throw error
    }
  }

  /// Returns the project with drafts in place of its files.
  private func project(
    with changes: [(draft: FilePath?, file: FixtureUpdate.File)]
  ) throws -> Project {
    let drafts = changes.map { (project.absolute($0.file.path), $0.draft) }
    let targets = try changes.map { (try target(of: $0.file), $0.draft) }
    let files = DraftedFiles(
      base: project.files,
      drafts: Dictionary(drafts + targets) { $1 },
      followsLinks: zip(drafts, targets).contains { $0.0 != $1.0 }
    )
    return Project(root: project.root, files: files)
  }

  /// Returns the absolute path to write, with links resolved if the file exists.
  ///
  /// A link that is to be removed is not followed.
  private func target(of file: FixtureUpdate.File) throws -> FilePath {
    let path = project.absolute(file.path)
    if case .nothing = file.content { return path }
    return try project.place(of: file.path) ?? path
  }

  /// Returns a new path for a draft that can be moved to a target.
  ///
  /// After a kill, only the drafts in the folders of fixtures are removed, so another folder is
  /// used only for a target on another disk.
  private func draft(of file: FixtureUpdate.File, at target: FilePath) -> FilePath {
    let folder = project.absolute(file.path).removingLastComponent()
    let targetFolder = target.removingLastComponent()
    func device(_ folder: FilePath) -> UInt64? {
      (try? folder.stat()).map { UInt64(truncatingIfNeeded: $0.deviceID.rawValue) }
    }
    return FixtureDraft.path(in: device(folder) == device(targetFolder) ? folder : targetFolder)
  }

  /// Adds the file's path to an error from the file system, and returns any other error unchanged.
  private func failure(_ error: any Error, writing file: FixtureUpdate.File) -> any Error {
    guard error is Errno || error is CocoaError else { return error }
    let reason = error.reason
    return FileError(
      reason == FileError(Errno.noSpace).reason
        ? "\(file.path) cannot be written: \(reason); nothing was written"
        : "\(file.path) cannot be written: \(reason); check the folder and its permissions; nothing "
          + "was written"
    )
  }

  private func journal(
    of changes: [(draft: FilePath?, file: FixtureUpdate.File)]
  ) throws -> FixtureJournal {
    FixtureJournal(
      try changes.map { draft, file in
        let draft = try draft.map(relative)
        return FixtureJournal.Entry(
          path: try relative(target(of: file)).string,
          before: .init(file.before),
          draft: draft?.string,
          after: .init(try draft.flatMap { try project.digest(of: $0) })
        )
      }
    )
  }

  /// Returns a path relative to the project, whose own path may contain links.
  private func relative(_ path: FilePath) throws -> FilePath {
    var path = path
    if !path.removePrefix(project.root),
      let root = try project.files.canonicalPath(of: project.root)
    {
      _ = path.removePrefix(root)
    }
    return path
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

  /// Writes a draft with the permissions of the file that it replaces; returns false if `bytes`
  /// returns nil.
  private func write(
    _ content: FixtureUpdate.Content,
    to draft: FilePath,
    like path: FilePath,
    _ bytes: (Address) async throws -> [UInt8]?,
    _ download: (Address, FilePath) async throws -> Bool
  ) async throws -> Bool {
    let permissions = (try? path.stat())?.permissions
    var text: [UInt8]?
    switch content {
    case .text(let bytes): text = bytes
    case .object(let address):
      if try await download(address, draft) {
        // The process's umask may have removed permissions that the old file had.
        if let permissions { _ = chmod(draft.string, permissions.rawValue) }
        return true
      }
      text = try await bytes(address)
    case .nothing: return false
    }
    guard let text else { return false }
    let descriptor = try FileDescriptor.open(
      draft,
      .writeOnly,
      options: [.create, .exclusiveCreate],
      permissions: permissions ?? [
        .ownerReadWrite, .groupReadWrite, .otherReadWrite,
      ]
    )
    try descriptor.closeAfter {
      if let permissions { _ = fchmod(descriptor.rawValue, permissions.rawValue) }
      _ = try descriptor.writeAll(text)
    }
    return true
  }

  private func replace(_ files: [(draft: FilePath?, file: FixtureUpdate.File)]) throws {
    var saved: [(path: FilePath, old: FilePath?)] = []
    do {
      for (draft, file) in files {
        do {
          try replace(file, by: draft, saving: &saved)
        } catch {
          throw failure(error, writing: file)
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

  /// Moves a draft into place, or removes a file without a draft, and saves the previous file.
  private func replace(
    _ file: FixtureUpdate.File,
    by draft: FilePath?,
    saving saved: inout [(path: FilePath, old: FilePath?)]
  ) throws {
    let path = try target(of: file)
    guard try project.digest(of: file.path) == file.before else { throw changedError(for: file) }
    guard file.exists else {
      if let draft { try move(draft, to: file) }
      saved.append((path, nil))
      return
    }
    let old = self.draft(of: file, at: path)
    try save(path, as: old)
    saved.append((path, old))
    guard let draft else { return try FileManager.default.removeItem(atPath: path.string) }
    // Even if the process is killed, the file is either the old one or the new one.
    guard rename(draft.string, path.string) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Saves a file, or a link itself, under a second name.
  private func save(_ path: FilePath, as copy: FilePath) throws {
    guard linkat(AT_FDCWD, path.string, AT_FDCWD, copy.string, 0) != 0 else { return }
    let error = Errno(rawValue: errno)
    // Not every file system supports hard links. Foundation truncates the path of a long copy.
    guard copy.string.utf8.count < 1024 else { throw error }
    try FileManager.default.copyItem(atPath: path.string, toPath: copy.string)
  }

  /// Moves a draft to its path; throws an error if a file exists there.
  private func move(_ draft: FilePath, to file: FixtureUpdate.File) throws {
    let path = project.absolute(file.path)
    guard link(draft.string, path.string) != 0 else {
      unlink(draft.string)
      return
    }
    switch Errno(rawValue: errno) {
    case .fileExists: throw changedError(for: file)
    // Not every file system supports hard links.
    case .notPermitted, .notSupported, .notSupportedOnSocket:
      guard rename(draft.string, path.string) == 0 else { throw Errno(rawValue: errno) }
    case let error: throw error
    }
  }

  private func changedError(for file: FixtureUpdate.File) -> FileError {
    FileError("\(file.path) has changed since it was read; nothing was written")
  }
}
