public import Foundation

/// An object in a storage bucket: Firebase's `StorageReference` in an app, Tane's in its tests.
public protocol BucketObject {
  /// The type of objects below this one.
  associatedtype Child: BucketObject where Child.Child == Child

  /// The path in the bucket.
  var fullPath: String { get }
  /// Returns the object at a path below this one.
  func child(_ path: String) -> Child
  /// Returns the bytes of the object; throws an error if the object is larger than `maxSize` bytes.
  func data(maxSize: Int64) async throws -> Data
  /// Returns a public download URL of the object.
  func downloadURL() async throws -> URL
  /// Removes the object.
  func delete() async throws
  /// Stores bytes with an optional media type, replacing any existing object.
  func store(_ data: Data, contentType: String?) async throws
}
