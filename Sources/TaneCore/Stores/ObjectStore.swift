/// A storage bucket to read from, wherever it is kept: what planning and comparing are given.
///
/// Names are 1 to 1,024 bytes of UTF-8 and may hold slashes. Every call may throw a `StoreError` or
/// `CancellationError`.
public protocol ObjectReader: Sendable {
  /// The bytes of an object; an error of code `tooLarge` where it has more than `maximumSize` bytes.
  func data(at name: String, maximumSize: Int) async throws -> [UInt8]

  /// What is known of an object, or nil where there is none.
  func object(at name: String) async throws -> StoredObject?

  /// One page of the objects whose names begin with a prefix, in the byte order of their names.
  func list(_ request: ObjectListRequest) async throws -> ObjectListPage
}

/// A storage bucket, wherever it is kept.
public protocol ObjectStore: ObjectReader {
  /// Stores bytes under a name, as a new generation of the object.
  ///
  /// Where the precondition fails the error's code is `conflict` and the object is as it was.
  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject

  /// Replaces what is said of an object and keeps its bytes: its metageneration grows by one.
  ///
  /// An error of code `notFound` where there is no object, `conflict` where the precondition fails.
  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject

  /// Removes an object; an error of code `notFound` where there is none.
  func delete(at name: String, if precondition: ObjectPrecondition) async throws
}

extension ServiceKind {
  /// Buckets of Cloud Storage.
  public static let buckets = ServiceKind("buckets")
}

extension ServiceKey where Reader == any ObjectReader, Store == any ObjectStore {
  /// Buckets of Cloud Storage.
  public static var buckets: ServiceKey { ServiceKey(.buckets, noun: "bucket") { $0 } }
}
