/// A storage bucket that downloads objects to files without loading them into memory.
///
/// Paths are file system paths.
public protocol FileObjectReader: ObjectReader {
  /// Downloads an object to a file; `onProgress` receives the byte counts so far and in total.
  ///
  /// The file is replaced atomically, so an existing file is unchanged if the call fails.
  func download(
    _ name: String,
    toFileAt path: String,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws
}

/// A storage bucket that uploads and downloads files without loading them into memory.
public protocol FileObjectStore: FileObjectReader, ObjectStore {
  /// Uploads a file as an object, like `put(_:at:metadata:if:)`; `onProgress` receives the number
  /// of bytes sent so far.
  func put(
    fileAt path: String,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject
}

extension FileObjectReader {
  /// The bucket itself, which downloads objects to files.
  public var files: (any FileObjectReader)? { self }
}

extension FileObjectStore {
  /// The bucket itself, which uploads files.
  public var fileStore: (any FileObjectStore)? { self }
}
