import HTTPTypes
import Synchronization
package import TaneCore

/// The buckets of a storage service: configured buckets and buckets that clients use.
///
/// A bucket is added when it is first written to or found to have objects; a bucket that is only
/// read uses no memory.
package final class StorageBuckets: Sendable {
  private let initialNames: Set<String>
  private let names: Mutex<Set<String>>
  private let canonicalName: @Sendable (String) -> String
  private let makeStore: @Sendable (String) -> (any ObjectStore)?

  /// Creates the buckets.
  ///
  /// - Parameters:
  ///   - names: The initial buckets.
  ///   - canonicalName: Returns the canonical form of a bucket name that a client sends.
  ///   - makeStore: Returns the store of the bucket with the given name, or nil if the bucket is
  ///     not served.
  package init(
    names: some Sequence<String> = [],
    canonicalName: @escaping @Sendable (String) -> String = { $0 },
    makeStore: @escaping @Sendable (String) -> (any ObjectStore)?
  ) {
    initialNames = Set(names)
    self.names = Mutex(initialNames)
    self.canonicalName = canonicalName
    self.makeStore = makeStore
  }

  /// The sorted names of the existing buckets.
  package var currentNames: [String] { names.withLock { $0.sorted() } }

  /// Throws if a bucket does not exist, that is, if it was not added and has no objects.
  func checkExists(_ name: String) async throws {
    let canonical = canonicalName(name)
    if names.withLock({ $0.contains(canonical) }) { return }
    let page = try await store(named: name).list(ObjectListRequest(maximumResults: 1))
    guard !page.objects.isEmpty else { throw StorageFailure.bucketNotFound }
    addIfNeeded(name)
  }

  /// Adds a bucket; returns false if it already exists.
  func add(_ name: String) throws(StorageFailure) -> Bool {
    _ = try store(named: name)
    let canonical = canonicalName(name)
    return names.withLock { $0.insert(canonical).inserted }
  }

  func remove(_ name: String) {
    let canonical = canonicalName(name)
    names.withLock { _ = $0.remove(canonical) }
  }

  /// Removes all buckets except the initial ones.
  func removeAddedBuckets() { names.withLock { $0 = initialNames } }

  /// Returns the store of a bucket for a write, and adds the bucket.
  func storeForWriting(named name: String) throws(StorageFailure) -> any ObjectStore {
    let store = try store(named: name)
    addIfNeeded(name)
    return store
  }

  /// Adds a bucket unless it was already added.
  func addIfNeeded(_ name: String) {
    let canonical = canonicalName(name)
    names.withLock { _ = $0.insert(canonical) }
  }

  /// Returns the store of a bucket without adding it.
  func store(named name: String) throws(StorageFailure) -> any ObjectStore {
    guard Self.isAllowed(name) else {
      throw StorageFailure(
        .badRequest,
        "invalid",
        "Invalid bucket name: '\(name.escapingControls)'"
      )
    }
    guard let store = makeStore(canonicalName(name)) else {
      throw StorageFailure.bucketNotFound
    }
    return store
  }

  /// Returns true if a name consists of 1 to 222 letters, digits, dashes, underscores and dots, but
  /// not only of dots, because such a name would refer to a folder
  /// (<https://cloud.google.com/storage/docs/buckets#naming>).
  private static func isAllowed(_ name: String) -> Bool {
    (1...222).contains(name.utf8.count) && !name.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
      && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_.".utf8.contains($0) }
  }
}
