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

  /// Moves the bucket to an emulator; call it before anything else of the bucket.
  ///
  /// The guard of the environment still applies: one that was opened for reading only rejects writes. Where the bucket
  /// cannot be moved, every use of it throws the reason.
  ///
  /// ```swift
  /// Storage.storage().useEmulator(withHost: "127.0.0.1", port: 9199)
  /// ```
  public func useEmulator(withHost host: String, port: Int) {
    root.service.useEmulator(host: host, port: port)
  }

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
