import HTTPTypes
import Synchronization
public import TaneCore

/// The buckets that a storage service serves: those it is told of, and those that clients name.
///
/// A bucket appears when it is first written to, or found to have objects; one that is only asked for costs
/// nothing.
public final class StorageBuckets: Sendable {
  private let names: Mutex<Set<String>>
  private let makeStore: @Sendable (String) -> (any ObjectStore)?

  /// Creates the buckets.
  ///
  /// - Parameters:
  ///   - names: The buckets that are there from the start.
  ///   - makeStore: The store of a bucket by its name; nil where the name is not served.
  public init(
    names: some Sequence<String> = [],
    makeStore: @escaping @Sendable (String) -> (any ObjectStore)?
  ) {
    self.names = Mutex(Set(names))
    self.makeStore = makeStore
  }

  /// The names of the buckets that are there, in order.
  public var currentNames: [String] { names.withLock { $0.sorted() } }

  /// Returns true if the bucket exists.
  func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }

  /// Makes a bucket; false where it was there already.
  func add(_ name: String) throws(StorageFailure) -> Bool {
    _ = try store(named: name)
    return names.withLock { $0.insert(name).inserted }
  }

  /// Forgets a bucket.
  func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }

  /// Forgets all buckets.
  func removeAll() { names.withLock { $0 = [] } }

  /// The store of a bucket that is now written to.
  func use(_ name: String) throws(StorageFailure) -> any ObjectStore {
    let store = try store(named: name)
    note(name)
    return store
  }

  /// Notes a bucket that has been found to have objects.
  func note(_ name: String) { names.withLock { _ = $0.insert(name) } }

  /// The store of a bucket, without a trace that it was asked for.
  func store(named name: String) throws(StorageFailure) -> any ObjectStore {
    guard Self.isAllowed(name) else {
      throw StorageFailure(
        .badRequest,
        "invalid",
        "Invalid bucket name: '\(name.escapingControls)'"
      )
    }
    guard let store = makeStore(name) else {
      throw StorageFailure(.notFound, "notFound", "The specified bucket does not exist.")
    }
    return store
  }

  /// Names are letters, digits, dashes, underscores and dots; dots alone would be a folder
  /// (<https://cloud.google.com/storage/docs/buckets#naming>).
  private static func isAllowed(_ name: String) -> Bool {
    (1...222).contains(name.utf8.count) && !name.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
