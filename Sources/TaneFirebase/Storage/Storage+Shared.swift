extension Storage {
  /// Returns the environment's default bucket, or its only bucket.
  ///
  /// The profile marks the default: `images: { url: gs://NAME, default: true }`. If there are
  /// several buckets and no default, every use throws a `FirebaseError` that names them.
  public static func storage() -> Storage { defaultBucket(for: nil) }

  /// Returns the environment's default bucket, accessed as the user who is signed in to the app.
  public static func storage(app: FirebaseApp) -> Storage { defaultBucket(for: app) }

  /// Returns the bucket at a URL, such as `gs://demo.appspot.com`.
  ///
  /// The URL may belong to a bucket in any environment of the project; it refers to the bucket with
  /// the same name in the active environment. If no environment contains the URL, every use of the
  /// bucket throws a `FirebaseError`.
  public static func storage(url: String) -> Storage { bucket(at: url, for: nil) }

  /// Returns the bucket at a URL, accessed as the user who is signed in to the app.
  public static func storage(app: FirebaseApp, url: String) -> Storage { bucket(at: url, for: app) }

  private static func defaultBucket(for app: FirebaseApp?) -> Storage {
    let manager = FirebaseStorageManager.shared
    return Storage(manager, root: manager.defaultReference(for: app), app: app)
  }

  private static func bucket(at url: String, for app: FirebaseApp?) -> Storage {
    let manager = FirebaseStorageManager.shared
    return Storage(manager, root: manager.reference(forURL: url, for: app).root(), app: app)
  }
}
