/// A storage bucket, wherever it is kept: the port that every adapter fills.
///
/// Names are 1 to 1,024 bytes of UTF-8 and may hold slashes. Every call may throw a `StoreError` or
/// `CancellationError`.
public protocol ObjectStore: Sendable {
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

  /// The bytes of an object; an error of code `tooLarge` where it has more than `maximumSize` bytes.
  func data(at name: String, maximumSize: Int) async throws -> [UInt8]

  /// What is known of an object, or nil where there is none.
  func object(at name: String) async throws -> StoredObject?

  /// One page of the objects whose names begin with a prefix, in the byte order of their names.
  func list(_ request: ObjectListRequest) async throws -> ObjectListPage

  /// Removes an object; an error of code `notFound` where there is none.
  func delete(at name: String, if precondition: ObjectPrecondition) async throws
}
