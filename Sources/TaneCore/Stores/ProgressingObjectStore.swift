/// A storage bucket that tells how far the bytes on their way to it or from it have come.
///
/// Of any other it is only known when all have arrived.
public protocol ProgressingObjectStore: ObjectStore {
  /// Stores bytes under a name, as `put(_:at:metadata:if:)` does, and tells the number of bytes sent so far.
  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject

  /// The bytes of an object, as `data(at:maximumSize:)` gives them; tells the number of bytes received so
  /// far, and of how many.
  func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws -> [UInt8]
}
