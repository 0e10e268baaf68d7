/// A storage bucket whose objects can be had by an address alone.
public protocol DownloadableObjectStore: ObjectStore {
  /// The address that an object has already; nil where it has none yet, so that `downloadURL(of:)` would
  /// give it one.
  ///
  /// An error of code `notFound` where there is no object.
  func existingDownloadURL(of name: String) async throws -> String?

  /// The address from which anybody may load an object, the token in it included.
  ///
  /// An error of code `notFound` where there is no object.
  func downloadURL(of name: String) async throws -> String
}
