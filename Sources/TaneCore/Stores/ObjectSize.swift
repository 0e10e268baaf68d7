/// The limit for the size of an object in a storage bucket.
package enum ObjectSize {
  /// The maximum size of an object, in bytes: 5 TiB.
  ///
  /// See <https://cloud.google.com/storage/quotas#objects>.
  package static let maximumBytes = 5 << 40

  /// Returns the limit that a size violates, as the predicate of a sentence about the object, or
  /// nil if the size is valid.
  package static func violation(in byteCount: Int) -> String? {
    guard byteCount > maximumBytes else { return nil }
    return
      "is \(byteCount.grouped) bytes in size; Cloud Storage allows objects of up to "
      + "\(maximumBytes.grouped)"
  }
}
