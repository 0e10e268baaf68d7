import SystemPackage
import TaneProject

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

/// Says of an environment's stores that an emulator serves them.
///
/// An emulator holds its databases in memory: what another process writes meanwhile, it would not see. The
/// system gives the lock back when the process ends, however it does.
final class ServingLock: Sendable {
  private let descriptor: FileDescriptor

  private init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }

  /// Takes the lock; nil where another process has it.
  static func take(of environment: String, in project: Project) throws -> ServingLock? {
    let path = path(of: environment, in: project)
    do {
      try StateFolder.make(above: path)
      let descriptor = try FileDescriptor.open(
        path,
        .readWrite,
        options: [.create, .closeOnExec],
        permissions: .ownerReadWrite
      )
      guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
        try? descriptor.close()
        return nil
      }
      return ServingLock(descriptor)
    } catch {
      throw CommandFailure(.failed, "\(path) cannot be made: \(error)")
    }
  }

  /// Whether an emulator serves the stores now.
  static func isTaken(of environment: String, in project: Project) -> Bool {
    let path = path(of: environment, in: project)
    guard let descriptor = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else {
      return false
    }
    defer { try? descriptor.close() }
    // Closing gives back what this took.
    return flock(descriptor.rawValue, LOCK_SH | LOCK_NB) != 0
  }

  private static func path(of environment: String, in project: Project) -> FilePath {
    project.stateDirectory.appending("embedded").appending("\(environment).served")
  }
}
