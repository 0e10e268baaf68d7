public import Foundation

/// An object of a storage bucket: `StorageReference` of Firebase's SDK in an app, Tane's in its tests.
public protocol BucketObject {
  /// An object below this one.
  associatedtype Child: BucketObject where Child.Child == Child

  /// The path in the bucket.
  var fullPath: String { get }
  /// The object at a path below this one.
  func child(_ path: String) -> Child
  /// Reads the bytes, which must not be more than `maxSize`.
  func data(maxSize: Int64) async throws -> Data
  /// A URL at which anybody can read the bytes.
  func downloadURL() async throws -> URL
  /// Removes the object.
  func delete() async throws
  /// Stores bytes, with the type of their content.
  func store(_ data: Data, contentType: String?) async throws
}
