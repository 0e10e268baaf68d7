public import Foundation

/// A bucket of the environment that is active in the process, by the name of Firebase's own SDK.
///
/// ```swift
/// let image = Storage.storage().reference().child("user_shop_images/0/1000001.jpg")
/// let other = Storage.storage(url: "gs://demo.appspot.com").reference(withPath: "shops/0.jpg")
/// ```
public struct Storage: Sendable {
  private let manager: FirebaseStorageManager
  private let root: StorageReference

  init(_ manager: FirebaseStorageManager, root: StorageReference) {
    self.manager = manager
    self.root = root
  }

  /// The root of the bucket.
  public func reference() -> StorageReference { root }

  /// The object at a path of the bucket.
  public func reference(withPath path: String) -> StorageReference { root.child(path) }

  /// The object that a URL means: `gs://demo.appspot.com/shops/0.jpg`, or a download URL of Firebase's.
  public func reference(forURL url: String) -> StorageReference {
    manager.reference(forURL: url)
  }

  /// The object that a URL means.
  ///
  /// - Throws: A `FirebaseError` where no environment names the bucket.
  public func reference(for url: URL) throws -> StorageReference {
    let reference = reference(forURL: url.absoluteString)
    _ = try reference.service.get()
    return reference
  }
}
