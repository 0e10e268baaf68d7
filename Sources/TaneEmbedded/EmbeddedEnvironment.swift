public import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The databases and buckets of one environment, all in one SQLite file.
///
/// Several processes may use the file at once: readers see the last finished write and never wait,
/// writers wait for each other. A write that has returned is on the disk: neither a process that is killed
/// nor a power failure takes it. The file and the folders that are made for it are their owner's alone.
///
/// ```swift
/// let environment = try EmbeddedEnvironment(path: ".tane/embedded/local.sqlite", access: .readWrite)
/// try await environment.database("shops").set(Tree(["name": "麺屋"]), at: "/shops/0")
/// ```
public final class EmbeddedEnvironment: Sendable {
  /// What the holder of an environment may do with it.
  public enum Access: Sendable {
    /// Read what is there; a missing file is an empty environment, and none is made.
    case readOnly
    /// Read and write; a missing file is made with its folders.
    case readWrite
  }

  let file: EmbeddedFile
  let now: @Sendable () -> Int64

  /// Opens the file of an environment.
  ///
  /// `now` gives the time of writes in milliseconds since 1970. Throws a `StoreError` where the file is
  /// not one of Tane's, is of a newer version or cannot be opened or made.
  public convenience init(
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

  /// Creates an empty environment that lives in memory, as long as this object does.
  public static func inMemory(
    now: @escaping @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
  ) throws -> EmbeddedEnvironment {
    EmbeddedEnvironment(file: try EmbeddedFile(inMemory: EmbeddedFile.Settings()), now: now)
  }

  /// Brings everything that was written into the one file, without the log beside it, and waits until that
  /// is on the disk.
  ///
  /// Every write is on the disk when it returns, in the log beside the file; after this call, a copy of the
  /// file alone holds everything too. Another process that reads at this time, or a full disk, can keep a part
  /// in the log.
  public func synchronize() async throws { try await file.synchronize() }

  /// The database of a name; it is there as soon as something is written to it.
  public func database(_ name: String) -> EmbeddedDatabase {
    EmbeddedDatabase(name: name, file: file, now: now)
  }

  /// The bucket of a name; it is there as soon as something is written to it.
  public func bucket(_ name: String) -> EmbeddedBucket {
    EmbeddedBucket(name: name, file: file, now: now)
  }

  /// The time of the system's clock, in milliseconds since 1970.
  public static func millisecondsSince1970() -> Int64 {
    Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
  }
}
