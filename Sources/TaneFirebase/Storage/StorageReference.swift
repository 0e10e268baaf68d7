import TaneCore

/// A reference to an object or folder in a bucket, with the API of the Firebase iOS SDK.
///
/// Creating a reference reads nothing. Its bucket does not change when another environment is
/// activated. Operations throw a `StorageError`, or a `FirebaseError` if the bucket does not exist.
///
/// ```swift
/// let image = manager.storageReference.child("user_shop_images/1000001/1000001.jpg")
/// let metadata = StorageMetadata()
/// metadata.contentType = "image/jpeg"
/// _ = try await image.putDataAsync(bytes, metadata: metadata)
/// let stored = try await image.data(maxSize: 5 << 20)
/// ```
public struct StorageReference: Sendable {
  /// The name of the bucket in the profile of its environment.
  public let bucket: String
  let components: [String]
  let service: ActiveService<any ObjectReader, any ObjectStore>
  private let manager: FirebaseStorageManager
  private let app: FirebaseApp?

  init(
    bucket: String,
    path components: [String],
    service: ActiveService<any ObjectReader, any ObjectStore>,
    of manager: FirebaseStorageManager,
    _ app: FirebaseApp?
  ) {
    self.bucket = bucket
    self.components = components
    self.service = service
    self.manager = manager
    self.app = app
  }

  /// The bucket that contains the object.
  public var storage: Storage { Storage(manager, root: root(), app: app) }

  /// The object's name in its bucket, without leading and trailing slashes; empty for the root.
  public var fullPath: String { components.joined(separator: "/") }

  /// The last segment of the full path; empty for the root.
  public var name: String { components.last ?? "" }

  /// Returns the root of the bucket.
  ///
  /// ```swift
  /// let root = image.root()
  /// ```
  public func root() -> StorageReference { reference(to: []) }

  /// Returns the reference one level up, or nil for the root.
  ///
  /// ```swift
  /// let siblings = try await image.parent()?.listAll().items
  /// ```
  public func parent() -> StorageReference? {
    components.isEmpty ? nil : reference(to: components.dropLast())
  }

  /// Returns the reference at a path below this one; leading, trailing and repeated slashes are
  /// ignored.
  ///
  /// ```swift
  /// let image = manager.imagesReference.child("user_shop_images/1000001/1000001.jpg")
  /// ```
  public func child(_ path: String) -> StorageReference {
    reference(to: components + path.split(separator: "/").map(String.init))
  }

  func reference(to components: some Sequence<String>) -> StorageReference {
    StorageReference(bucket: bucket, path: Array(components), service: service, of: manager, app)
  }
}

extension StorageReference: Hashable {
  /// Returns true if both references have the same object name and bucket name.
  public static func == (left: StorageReference, right: StorageReference) -> Bool {
    left.bucket == right.bucket && left.components == right.components
  }

  /// Hashes the bucket and the path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bucket)
    hasher.combine(components)
  }
}

extension StorageReference: CustomStringConvertible {
  /// The address of the object, such as `images:/user_shop_images/1000001/1000001.jpg`.
  public var description: String {
    Address(service: bucket, path: TreePath(components)).description
  }
}
