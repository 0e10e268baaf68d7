import Synchronization
public import SystemPackage
import TaneCore
public import TaneProject

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

/// Keeps an environment's files for one command at a time.
///
/// An emulator holds databases in memory and would not see what another process writes; two seeds would
/// write one journal. The lock is a file beside each file that it guards, wherever links to that lead. It
/// says who holds it. The system gives it back when the process ends, however it does.
public final class EnvironmentLock: Sendable {
  /// The commands that take the lock.
  public enum Command: String, Sendable {
    /// Writes fixtures, and ends.
    case seed = "tane seed"
    /// Makes a plan of a file, and ends.
    case apply = "tane apply"
    /// Finishes a run, and ends.
    case resume = "tane resume"
    /// Takes back an interrupted run, and ends.
    case discard = "tane discard"
    /// Takes back a run, and ends.
    case undo = "tane undo"
    /// Takes away the lease of a run, and ends.
    case unlock = "tane unlock"
    /// Writes fixture files, and ends.
    case pull = "tane pull"
    /// Takes manual edits over into fixture files, and ends.
    case adopt = "tane adopt"
    /// Formats fixture files, and ends.
    case format = "tane fixtures fmt"
    /// Removes what is damaged in a store, and ends.
    case repair = "tane doctor"
    /// Writes fixtures to the stores that it is about to serve.
    case emulateSeed = "tane emulate --seed"
    /// Serves until it is told to end.
    case emulate = "tane emulate"
  }

  private static let pause = Duration.milliseconds(50)

  private let descriptors: Mutex<[FileDescriptor]>

  private init(_ descriptors: [FileDescriptor]) {
    self.descriptors = Mutex(descriptors)
  }

  deinit { release() }

  /// Takes the lock, and waits a while for a command that ends by itself.
  ///
  /// - Parameters:
  ///   - files: The files to guard; they need not be there.
  ///   - environment: The environment's name, for messages.
  ///   - command: What takes it.
  ///   - patience: How long to wait for another command that ends by itself.
  ///   - report: Hears once of the other command that is waited for.
  /// - Returns: The lock, which is given back by `release()`, or with the object.
  /// - Throws: `EnvironmentInUse` where another process keeps it, and a `StoreError` where a lock cannot be
  ///   made or read.
  public static func take(
    _ files: [FilePath],
    of environment: String,
    for command: Command,
    patience: Duration,
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
      // One that serves may just be ending.
      let limit = use.endsByItself ? patience : min(patience, .seconds(1))
      guard waited < limit else { throw use }
      if !isReported, use.endsByItself, waited > .milliseconds(300) {
        isReported = true
        report(use)
      }
      try await Task.sleep(for: pause)
    }
  }

  /// Takes the lock of a file; nil where another process has it.
  static func takeIfFree(_ file: FilePath, for command: Command) throws -> EnvironmentLock? {
    try attempt([file], command).0
  }

  /// The file that stands for the runs of an environment.
  public static func file(of environment: String, in project: Project) -> FilePath {
    project.stateDirectory.appending("runs").appending(environment)
  }

  /// Who keeps a file now; nil for nobody.
  ///
  /// - Throws: A `StoreError` where the lock cannot be read.
  public static func use(of file: FilePath, in environment: String) throws -> EnvironmentInUse? {
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
    // Closing gives back what this takes.
    guard try !lock(descriptor, LOCK_SH, path) else { return nil }
    return EnvironmentInUse(environment: environment, holder: LockHolder.read(path))
  }

  /// Gives the lock back before the process ends.
  public func release() {
    let open = descriptors.withLock { open in
      defer { open = [] }
      return open
    }
    for descriptor in open {
      try? descriptor.resize(to: 0)
      try? descriptor.close()
    }
  }

  /// Takes all locks or none; says which one another process has.
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
          // What is written there is the other's.
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

  /// Takes the lock of an open file; false where another has it.
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

  /// The lock file of a file, the same for all links that lead to it; nil where there is no folder for it.
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
        : "the lock cannot be taken (\(error.reason)); check the file, its"
          + " folder and their permissions"
    )
  }
}
