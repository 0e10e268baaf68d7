import TaneCore

/// An object of a bucket, or a folder of objects, in the shape of Firebase's own iOS SDK.
///
/// A reference is a value: making one reads nothing, and it stays with the bucket that it was made
/// for. Operations throw a `StorageError`, or a `FirebaseError` where there is no such bucket.
///
/// ```swift
/// let image = manager.storageReference.child("user_shop_images/0/1000001.jpg")
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

  init(
    bucket: String,
    path components: [String],
    service: ActiveService<any ObjectReader, any ObjectStore>,
    of manager: FirebaseStorageManager
  ) {
    self.bucket = bucket
    self.components = components
    self.service = service
    self.manager = manager
  }

  /// The bucket of the object.
  public var storage: Storage { Storage(manager, root: root()) }

  /// The object's name in its bucket, without a slash at either end; empty for the root.
  public var fullPath: String { components.joined(separator: "/") }

  /// The last part of the full path; empty for the root.
  public var name: String { components.last ?? "" }

  /// The root of the bucket.
  ///
  /// ```swift
  /// let root = image.root()
  /// ```
  public func root() -> StorageReference { reference(to: []) }

  /// The reference one level up; nil for the root.
  ///
  /// ```swift
  /// let siblings = try await image.parent()?.listAll().items
  /// ```
  public func parent() -> StorageReference? {
    components.isEmpty ? nil : reference(to: components.dropLast())
  }

  /// The reference at a path below this one; slashes at either end and doubled ones count once.
  ///
  /// ```swift
  /// let image = manager.imagesReference.child("user_shop_images/0/1000001.jpg")
  /// ```
  public func child(_ path: String) -> StorageReference {
    reference(to: components + path.split(separator: "/").map(String.init))
  }

  func reference(to components: some Sequence<String>) -> StorageReference {
    StorageReference(bucket: bucket, path: Array(components), service: service, of: manager)
  }
}

extension StorageReference: Hashable {
  /// Returns true if both references have the same object name and bucket name.
  public static func == (left: StorageReference, right: StorageReference) -> Bool {
    left.bucket == right.bucket && left.components == right.components
  }

  /// Adds the bucket and the path to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bucket)
    hasher.combine(components)
  }
}

extension StorageReference: CustomStringConvertible {
  /// The address of the object: `images:/user_shop_images/0/1000001.jpg`.
  public var description: String {
    Address(service: bucket, path: TreePath(components)).description
  }
}
