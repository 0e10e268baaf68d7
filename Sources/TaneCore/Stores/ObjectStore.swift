/// A read-only interface to a storage bucket, used for planning and comparing.
///
/// Names are 1 to 1,024 bytes of UTF-8 and may contain slashes. Every call may throw a `StoreError`
/// or `CancellationError`.
public protocol ObjectReader: Sendable {
  /// Returns the bytes of an object, or throws an error with code `tooLarge` if it is larger than
  /// `maximumSize` bytes.
  func data(at name: String, maximumSize: Int) async throws -> [UInt8]

  /// Returns the description of an object, or nil if it does not exist.
  func object(at name: String) async throws -> StoredObject?

  /// Returns one page of the objects with the given prefix, in the byte order of their names.
  func list(_ request: ObjectListRequest) async throws -> ObjectListPage

  /// Returns the bytes of an object, like `data(at:maximumSize:)`; `onProgress` receives the byte
  /// counts so far and in total.
  func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws -> [UInt8]

  /// The bucket as a reader that downloads to files, or nil if it can only return bytes.
  var files: (any FileObjectReader)? { get }

  /// A Boolean value indicating whether a server provides the bucket, so that objects can be
  /// downloaded by URL.
  var isServed: Bool { get }

  /// Returns the public download URL of an object, including its token, or nil if it has none yet.
  ///
  /// In that case, `ObjectStore.downloadURL(of:)` creates one. Throws an error with code `notFound`
  /// if the object does not exist. Called only if the bucket is served.
  func existingDownloadURL(of name: String) async throws -> String?
}

/// An interface to a storage bucket.
public protocol ObjectStore: ObjectReader {
  /// Stores bytes under a name, as a new generation of the object.
  ///
  /// Throws an error with code `conflict` if the precondition fails; the object is then unchanged.
  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject

  /// Restores an exported object from its bytes and description, including its generation and times
  /// if the store supports that. Replaces the current object.
  ///
  /// The size and checksums are computed from the bytes, regardless of the description.
  func restore(_ object: StoredObject, _ data: [UInt8]) async throws -> StoredObject

  /// Replaces the metadata of an object without changing its bytes; increments the metageneration.
  ///
  /// Throws an error with code `notFound` if the object does not exist, or `conflict` if the
  /// precondition fails.
  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject

  /// Removes an object; throws an error with code `notFound` if it does not exist.
  func delete(at name: String, if precondition: ObjectPrecondition) async throws

  /// Stores bytes as an object, like `put(_:at:metadata:if:)`; `onProgress` receives the number of
  /// bytes sent so far.
  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject

  /// The bucket as a store that uploads files, or nil if it only accepts bytes.
  var fileStore: (any FileObjectStore)? { get }

  /// Returns the public download URL of an object, including its token, or nil if the bucket is not
  /// served.
  ///
  /// Throws an error with code `notFound` if the object does not exist.
  func downloadURL(of name: String) async throws -> String?
}

extension ObjectReader {
  /// Returns the bytes of an object; reports progress once, at the end.
  public func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws -> [UInt8] {
    let bytes = try await data(at: name, maximumSize: maximumSize)
    onProgress(bytes.count, bytes.count)
    return bytes
  }

  /// The bucket as a reader that downloads to files; nil by default.
  public var files: (any FileObjectReader)? { nil }

  /// A Boolean value indicating whether the bucket is served; false by default.
  public var isServed: Bool { false }

  /// Returns nil by default, because the bucket is not served.
  public func existingDownloadURL(of name: String) async throws -> String? { nil }
}

extension ObjectStore {
  /// Stores bytes as an object; reports progress once, at the end.
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

  /// Stores the bytes as a new generation, without restoring the generation and times.
  public func restore(_ object: StoredObject, _ data: [UInt8]) async throws -> StoredObject {
    try await put(data, at: object.name, metadata: object.metadata, if: .none)
  }

  /// The bucket as a store that uploads files; nil by default.
  public var fileStore: (any FileObjectStore)? { nil }

  /// Returns nil by default, because the bucket is not served.
  public func downloadURL(of name: String) async throws -> String? { nil }
}

extension ServiceKind {
  /// The service kind for Cloud Storage buckets.
  package static let buckets = ServiceKind("buckets")
}

extension ServiceKey where Reader == any ObjectReader, Store == any ObjectStore {
  /// The service key for Cloud Storage buckets.
  public static var buckets: ServiceKey { ServiceKey(.buckets, noun: "bucket") { $0 } }
}
