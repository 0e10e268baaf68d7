public import Foundation

/// A bucket of the active environment, with the API of the Firebase SDK.
///
/// ```swift
/// let image = Storage.storage().reference().child("user_shop_images/1000001/1000001.jpg")
/// let other = Storage.storage(url: "gs://demo.appspot.com").reference(withPath: "shops/0.jpg")
/// ```
public struct Storage: Sendable {
  private let manager: FirebaseStorageManager
  private let root: StorageReference
  private let explicitApp: FirebaseApp?

  init(_ manager: FirebaseStorageManager, root: StorageReference, app: FirebaseApp? = nil) {
    self.manager = manager
    self.root = root
    explicitApp = app
  }

  /// The app, or an app without options if the default app was deleted or no environment is active.
  public var app: FirebaseApp { explicitApp ?? .app() ?? FirebaseApp() }

  /// Returns the root of the bucket.
  public func reference() -> StorageReference { root }

  /// Returns the object at a path of the bucket.
  public func reference(withPath path: String) -> StorageReference { root.child(path) }

  /// Switches the bucket to an emulator; call this before any other use of the bucket.
  ///
  /// The environment's guard still applies: an environment opened only for reading rejects writes.
  /// If the switch fails, every use of the bucket throws the error.
  ///
  /// ```swift
  /// Storage.storage().useEmulator(withHost: "127.0.0.1", port: 9199)
  /// ```
  public func useEmulator(withHost host: String, port: Int) {
    root.service.useEmulator(host: host, port: port)
  }

  /// Returns the object at a URL such as `gs://demo.appspot.com/shops/0.jpg`, or at a Firebase
  /// download URL.
  public func reference(forURL url: String) -> StorageReference {
    manager.reference(forURL: url, for: explicitApp)
  }

  /// Returns the object at a URL.
  ///
  /// - Throws: A `FirebaseError` if no environment contains the bucket.
  public func reference(for url: URL) throws -> StorageReference {
    let reference = reference(forURL: url.absoluteString)
    _ = try reference.service.get()
    return reference
  }
}
