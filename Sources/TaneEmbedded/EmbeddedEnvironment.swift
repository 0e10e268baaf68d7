package import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The services of one environment, stored in one SQLite file.
///
/// Several processes may use the file at the same time: readers see the last committed write and
/// never wait; writers wait for each other. Once a write returns, its data is on disk and survives
/// a crash or a power failure. Only the owner can read the file and the folders created for it.
///
/// ```swift
/// let environment = try EmbeddedEnvironment(path: ".tane/embedded/local.sqlite", access: .readWrite)
/// try await environment.database("shops").set(Tree(["name": "麺屋"]), at: "/shops/0")
/// ```
package final class EmbeddedEnvironment: Sendable {
  package enum Access: Sendable {
    /// Read-only access; a missing file is an empty environment and is not created.
    case readOnly
    /// Read-write access; a missing file is created with its folders.
    case readWrite
  }

  let file: EmbeddedFile
  let now: @Sendable () -> Int64

  /// Opens the file of an environment.
  ///
  /// `now` returns the time of writes in milliseconds since 1970. Throws a `StoreError` if the file
  /// was not created by Tane, was written by a newer version, or cannot be opened or created.
  package convenience init(
    path: FilePath,
    access: Access,
    now: @escaping @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
  ) throws {
    try self.init(path: path, access: access, settings: EmbeddedFile.Settings(), now: now)
  }

  init(
    path: FilePath,
    access: Access,
    settings: EmbeddedFile.Settings,
    now: @escaping @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
  ) throws {
    file = try EmbeddedFile(path: path, access: access, settings: settings)
    self.now = now
  }

  private init(file: EmbeddedFile, now: @escaping @Sendable () -> Int64) {
    self.file = file
    self.now = now
  }

  /// Creates an empty in-memory environment that exists as long as the returned object.
  package static func inMemory(
    now: @escaping @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
  ) throws -> EmbeddedEnvironment {
    EmbeddedEnvironment(file: try EmbeddedFile(inMemory: EmbeddedFile.Settings()), now: now)
  }

  /// Moves all writes from the write-ahead log into the file, and waits until they are on disk.
  ///
  /// When a write returns, its data is on disk, but possibly only in the log beside the file. After
  /// this call, a copy of the file without the log is complete. A concurrent reader in another
  /// process or a full disk can prevent some writes from being moved.
  package func synchronize() async throws { try await file.synchronize() }

  /// Returns the database with the given name, which is created on the first write.
  package func database(_ name: String) -> EmbeddedDatabase {
    EmbeddedDatabase(name: name, file: file, now: now)
  }

  /// Returns the bucket with the given name, which is created on the first write.
  package func bucket(_ name: String) -> EmbeddedBucket {
    EmbeddedBucket(name: name, file: file, now: now)
  }

  /// Returns the current time in milliseconds since 1970.
  package static func millisecondsSince1970() -> Int64 {
    Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
  }
}
