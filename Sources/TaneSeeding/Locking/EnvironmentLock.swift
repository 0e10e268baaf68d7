import Synchronization
package import SystemPackage
import TaneCore
package import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A lock that reserves an environment's files for one command at a time.
///
/// An emulator keeps databases in memory and would miss writes by another process; two seeds would
/// write to the same journal. The lock is a file next to each guarded file, with symbolic links
/// resolved. It names the process that holds it. The operating system releases it when the process
/// ends for any reason.
package final class EnvironmentLock: Sendable {
  /// A command that acquires the lock.
  package enum Command: String, Sendable {
    /// Applies fixtures and exits.
    case seed = "tane seed"
    /// Applies a saved plan and exits.
    case apply = "tane apply"
    /// Finishes an interrupted run and exits.
    case resume = "tane resume"
    /// Rolls back an interrupted run and exits.
    case discard = "tane discard"
    /// Reverts a run and exits.
    case undo = "tane undo"
    /// Releases the lease of a run and exits.
    case unlock = "tane unlock"
    /// Writes fixture files and exits.
    case pull = "tane pull"
    /// Copies manual edits into fixture files and exits.
    case adopt = "tane adopt"
    /// Formats fixture files and exits.
    case format = "tane fixtures fmt"
    /// Removes damaged data from a store and exits.
    case repair = "tane doctor"
    /// Applies fixtures to the stores that it then serves.
    case emulateSeed = "tane emulate --seed"
    /// Serves until it is stopped.
    case emulate = "tane emulate"
  }

  private static let pause = Duration.milliseconds(50)

  private let descriptors: Mutex<[FileDescriptor]>

  private init(_ descriptors: [FileDescriptor]) {
    self.descriptors = Mutex(descriptors)
  }

  deinit { release() }

  /// Acquires the lock, waiting for commands that end on their own.
  ///
  /// - Parameters:
  ///   - files: The files to guard; they need not exist.
  ///   - environment: The environment's name, for messages.
  ///   - command: The command that acquires the lock.
  ///   - timeout: The maximum time to wait for a command that ends on its own.
  ///   - report: Called once while waiting, with the command that holds the lock.
  /// - Returns: The lock, which is released by `release()` or when the object is deallocated.
  /// - Throws: An `EnvironmentInUse` if another process holds it, or a `StoreError` if a lock file
  ///   cannot be created or read.
  package static func take(
    _ files: [FilePath],
    of environment: String,
    for command: Command,
    timeout: Duration,
    report: (EnvironmentInUse) -> Void = { _ in }
  ) async throws -> EnvironmentLock {
    let start = ContinuousClock.now
    var isReported = false
    while true {
      let (lock, obstacle) = try attempt(files, command)
      if let lock { return lock }
      let holder = obstacle.flatMap(LockHolder.read)
      let use = EnvironmentInUse(environment: environment, holder: holder)
      let waited = start.duration(to: .now)
      // An emulator may be about to exit.
      let limit = use.endsOnItsOwn ? timeout : min(timeout, .seconds(1))
      guard waited < limit else { throw use }
      if !isReported, use.endsOnItsOwn, waited > .milliseconds(300) {
        isReported = true
        report(use)
      }
      try await Task.sleep(for: pause)
    }
  }

  /// Acquires the lock of a file, or returns nil if another process holds it.
  static func acquireIfFree(_ file: FilePath, for command: Command) throws -> EnvironmentLock? {
    try attempt([file], command).0
  }

  /// Returns the file whose lock reserves an environment for one run.
  package static func file(of environment: String, in project: Project) -> FilePath {
    project.stateDirectory.appending("runs").appending(environment)
  }

  /// Returns the process that holds the lock of a file, or nil if the lock is free.
  ///
  /// - Throws: A `StoreError` if the lock cannot be read.
  package static func use(of file: FilePath, in environment: String) throws -> EnvironmentInUse? {
    guard let path = try lockFile(of: file) else { return nil }
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch {
      throw failure(path, error)
    }
    defer { try? descriptor.close() }
    // Closing the file releases the lock.
    guard try !lock(descriptor, LOCK_SH, path) else { return nil }
    return EnvironmentInUse(environment: environment, holder: LockHolder.read(path))
  }

  /// Releases the lock before the process ends.
  package func release() {
    let open = descriptors.withLock { open in
      defer { open = [] }
      return open
    }
    for descriptor in open {
      try? descriptor.resize(to: 0)
      try? descriptor.close()
    }
  }

  /// Acquires all locks; if another process holds one of them, acquires none and returns its path.
  private static func attempt(
    _ files: [FilePath],
    _ command: Command
  ) throws -> (EnvironmentLock?, obstacle: FilePath?) {
    let holder = LockHolder(command: command.rawValue, process: getpid(), start: Date())
    let taken = EnvironmentLock([])
    for file in files {
      var path = file
      do {
        try StateFolder.make(above: file)
        path = try lockFile(of: file) ?? file
        let descriptor = try open(path)
        taken.descriptors.withLock { $0.append(descriptor) }
        guard try lock(descriptor, LOCK_EX, path) else {
          // The content of the file belongs to the other process.
          taken.descriptors.withLock { _ = $0.popLast() }
          try? descriptor.close()
          return (nil, path)
        }
        try descriptor.resize(to: 0)
        try descriptor.writeAll(toAbsoluteOffset: 0, try holder.bytes())
      } catch let error as StoreError {
        throw error
      } catch {
        throw failure(path, error)
      }
    }
    return (taken, nil)
  }

  private static func open(_ path: FilePath) throws -> FileDescriptor {
    try FileDescriptor.open(
      path,
      .readWrite,
      options: [.create, .closeOnExec],
      permissions: .ownerReadWrite
    )
  }

  /// Locks an open file, or returns false if another process holds the lock.
  private static func lock(
    _ descriptor: FileDescriptor,
    _ kind: Int32,
    _ path: FilePath
  ) throws -> Bool {
    while flock(descriptor.rawValue, kind | LOCK_NB) != 0 {
      let error = Errno(rawValue: errno)
      if error == .wouldBlock { return false }
      guard error == .interrupted else { throw failure(path, error) }
    }
    return true
  }

  /// Returns the lock file of a file after resolving links, or nil if its folder does not exist.
  private static func lockFile(of file: FilePath) throws -> FilePath? {
    let disk = DiskFiles()
    do {
      var path = try disk.canonicalPath(of: file)
      if path == nil, let name = file.lastComponent {
        path = try disk.canonicalPath(of: file.removingLastComponent())?.appending(name)
      }
      path?.extension = "lock"
      return path
    } catch {
      throw failure(file, error)
    }
  }

  private static func failure(_ path: FilePath, _ error: any Error) -> StoreError {
    let isFull =
      error as? Errno == .noSpace || (error as? CocoaError)?.code == .fileWriteOutOfSpace
    return StoreError(
      isFull ? .diskFull : .readOnly,
      service: path.string,
      isFull
        ? "the lock cannot be written; the disk is full"
        : "the lock cannot be acquired (\(error.sentence)); check the file, its folder and their "
          + "permissions"
    )
  }
}
