extension Storage {
  /// The environment's only bucket.
  ///
  /// Of several, none: what is asked of it throws a `FirebaseError` that names them.
  public static func storage() -> Storage {
    let manager = FirebaseStorageManager.shared
    return Storage(manager, root: manager.storageReference)
  }

  /// The bucket that a URL means, such as `gs://demo.appspot.com`.
  ///
  /// The URL is that of a bucket in any environment of the project; of the environment that is active, the
  /// bucket of the same name is meant. Where no environment names the URL, what is asked of the bucket
  /// throws a `FirebaseError`.
  public static func storage(url: String) -> Storage {
    let manager = FirebaseStorageManager.shared
    return Storage(manager, root: manager.reference(forURL: url).root())
  }
}
