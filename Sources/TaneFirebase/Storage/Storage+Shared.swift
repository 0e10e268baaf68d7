extension Storage {
  /// Returns the environment's only bucket.
  ///
  /// If there are several buckets, every use throws a `FirebaseError` that names them.
  public static func storage() -> Storage { only(for: nil) }

  /// Returns the environment's only bucket for an app; all apps use the same buckets.
  public static func storage(app: FirebaseApp) -> Storage { only(for: app) }

  /// Returns the bucket at a URL, such as `gs://demo.appspot.com`.
  ///
  /// The URL may belong to a bucket in any environment of the project; it refers to the bucket with
  /// the same name in the active environment. If no environment contains the URL, every use of the
  /// bucket throws a `FirebaseError`.
  public static func storage(url: String) -> Storage { bucket(at: url, for: nil) }

  /// Returns the bucket at a URL for an app; all apps use the same buckets.
  public static func storage(app: FirebaseApp, url: String) -> Storage { bucket(at: url, for: app) }

  private static func only(for app: FirebaseApp?) -> Storage {
    let manager = FirebaseStorageManager.shared
    return Storage(manager, root: manager.storageReference, app: app)
  }

  private static func bucket(at url: String, for app: FirebaseApp?) -> Storage {
    let manager = FirebaseStorageManager.shared
    return Storage(manager, root: manager.reference(forURL: url).root(), app: app)
  }
}
