/// The limits for sizes of objects in a storage bucket.
package enum ObjectSize {
  /// The maximum size of an object, in bytes: 5 TiB.
  ///
  /// See <https://cloud.google.com/storage/quotas#objects>.
  package static let maximumBytes = 5 << 40

  /// Returns the limit that a size violates, as the rest of a sentence that begins with the object,
  /// or nil.
  package static func violation(in byteCount: Int) -> String? {
    guard byteCount > maximumBytes else { return nil }
    return
      "has \(byteCount.grouped) bytes; Cloud Storage allows objects of up to "
      + "\(maximumBytes.grouped)"
  }
}
