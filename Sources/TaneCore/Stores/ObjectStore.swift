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

  /// The bytes of an object, as `data(at:maximumSize:)` gives them; tells the number of bytes received so
  /// far, and of how many.
  func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws -> [UInt8]

  /// This bucket as one that writes objects to files; nil where it gives their bytes alone.
  var files: (any FileObjectReader)? { get }

  /// Whether objects can be loaded by an address alone, since the bucket is served.
  var isServed: Bool { get }

  /// The address from which anybody may load an object, the token in it included; nil where it has none yet,
  /// so that `ObjectStore.downloadURL(of:)` would give it one.
  ///
  /// An error of code `notFound` where there is no object. Asked for only where the bucket is served.
  func existingDownloadURL(of name: String) async throws -> String?
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

  /// Stores bytes as an object that was exported elsewhere, in place of the one of its name, with the generation and
  /// the times that it had there if the store can keep them.
  ///
  /// Its size and its checksums are those of the bytes, whatever the description says.
  func restore(_ object: StoredObject, _ data: [UInt8]) async throws -> StoredObject

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

  /// Stores bytes under a name, as `put(_:at:metadata:if:)` does, and tells the number of bytes sent so far.
  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject

  /// This bucket as one that stores files; nil where it takes bytes alone.
  var fileStore: (any FileObjectStore)? { get }

  /// The address from which anybody may load an object, the token in it included; nil where the bucket is not
  /// served.
  ///
  /// An error of code `notFound` where there is no object.
  func downloadURL(of name: String) async throws -> String?
}

extension ObjectReader {
  /// The bytes of an object, of which nothing is told before all have arrived.
  public func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws -> [UInt8] {
    let bytes = try await data(at: name, maximumSize: maximumSize)
    onProgress(bytes.count, bytes.count)
    return bytes
  }

  /// That objects come as bytes alone.
  public var files: (any FileObjectReader)? { nil }

  /// That the bucket is not served.
  public var isServed: Bool { false }

  /// That the bucket is not served.
  public func existingDownloadURL(of name: String) async throws -> String? { nil }
}

extension ObjectStore {
  /// Stores bytes, of which nothing is told before all have arrived.
  public func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    let object = try await put(data, at: name, metadata: metadata, if: precondition)
    onProgress(data.count)
    return object
  }

  /// Stores bytes as a new generation.
  public func restore(_ object: StoredObject, _ data: [UInt8]) async throws -> StoredObject {
    try await put(data, at: object.name, metadata: object.metadata, if: .none)
  }

  /// That bytes alone are taken.
  public var fileStore: (any FileObjectStore)? { nil }

  /// That the bucket is not served.
  public func downloadURL(of name: String) async throws -> String? { nil }
}

extension ServiceKind {
  /// Buckets of Cloud Storage.
  public static let buckets = ServiceKind("buckets")
}

extension ServiceKey where Reader == any ObjectReader, Store == any ObjectStore {
  /// Buckets of Cloud Storage.
  public static var buckets: ServiceKey { ServiceKey(.buckets, noun: "bucket") { $0 } }
}
