/// A storage bucket that writes objects to files without holding all of their bytes at once.
///
/// Paths are those of the file system, as its own calls take them.
public protocol FileObjectReader: ObjectReader {
  /// Writes the bytes of an object to a file, and tells the number of bytes received so far, and of how many.
  ///
  /// The file is there as a whole or not at all: where the call fails, what was in its place stays.
  func download(
    _ name: String,
    toFileAt path: String,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws
}

/// A storage bucket that moves bytes to files and from them without holding all of them at once.
public protocol FileObjectStore: FileObjectReader, ObjectStore {
  /// Stores the bytes of a file under a name, as `put(_:at:metadata:if:)` does, and tells the number of bytes
  /// sent so far.
  func put(
    fileAt path: String,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject
}

extension FileObjectReader {
  /// The bucket itself.
  public var files: (any FileObjectReader)? { self }
}

extension FileObjectStore {
  /// The bucket itself.
  public var fileStore: (any FileObjectStore)? { self }
}
