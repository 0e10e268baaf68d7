/// The sizes that objects of a storage bucket can have.
public enum ObjectSize {
  /// The most bytes of an object of Cloud Storage: 5 TiB.
  ///
  /// See <https://cloud.google.com/storage/quotas#objects>.
  public static let maximumBytes = 5 << 40
  /// The most bytes of an object of an embedded bucket: what a row of SQLite holds, less what stands beside
  /// the bytes.
  ///
  /// See <https://www.sqlite.org/limits.html>.
  public static let maximumEmbeddedBytes = 999_000_000

  /// What forbids a size, as the rest of a sentence that begins with the object; nil where nothing does.
  public static func objection(to byteCount: Int, isEmbedded: Bool) -> String? {
    let maximum = isEmbedded ? maximumEmbeddedBytes : maximumBytes
    guard byteCount > maximum else { return nil }
    return
      "has \(byteCount.grouped) bytes; \(isEmbedded ? "an embedded bucket" : "Cloud Storage") holds"
      + " objects of up to \(maximum.grouped)"
  }
}
