/// The sizes that objects of a storage bucket can have.
public enum ObjectSize {
  /// The most bytes of an object: 5 TiB.
  ///
  /// See <https://cloud.google.com/storage/quotas#objects>.
  public static let maximumBytes = 5 << 40

  /// What forbids a size, as the rest of a sentence that begins with the object; nil where nothing does.
  public static func violation(in byteCount: Int) -> String? {
    guard byteCount > maximumBytes else { return nil }
    return
      "has \(byteCount.grouped) bytes; Cloud Storage holds objects of up to \(maximumBytes.grouped)"
  }
}
