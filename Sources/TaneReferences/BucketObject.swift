public import Foundation

/// An object of a storage bucket: a `StorageReference` of Firebase's SDK in an app, or of Tane in
/// its tests.
public protocol BucketObject {
  /// An object below this one.
  associatedtype Child: BucketObject where Child.Child == Child

  /// The path in the bucket.
  var fullPath: String { get }
  /// Returns the object at a path below this one.
  func child(_ path: String) -> Child
  /// Returns the bytes of the object; throws if there are more than `maxSize`.
  func data(maxSize: Int64) async throws -> Data
  /// Returns a public download URL of the object.
  func downloadURL() async throws -> URL
  /// Removes the object.
  func delete() async throws
  /// Stores bytes with a media type.
  func store(_ data: Data, contentType: String?) async throws
}
