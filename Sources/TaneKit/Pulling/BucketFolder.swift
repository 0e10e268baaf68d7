import TaneCore

/// A Cloud Storage bucket or a folder in it, given by a `gs://` URL.
struct BucketFolder: Sendable, Hashable {
  private static let scheme = "gs://"

  /// The bucket's name.
  let bucket: String
  /// The path of the folder without leading or trailing slashes, or an empty string for the whole
  /// bucket.
  let path: String

  /// Parses `gs://BUCKET` or `gs://BUCKET/FOLDER`, with or without a trailing slash; returns nil
  /// for any other text.
  init?(_ text: String) {
    guard text.hasPrefix(Self.scheme) else { return nil }
    var parts = text.dropFirst(Self.scheme.count).split(
      separator: "/",
      omittingEmptySubsequences: false
    )
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    let path = parts.dropFirst().joined(separator: "/")
    guard let bucket = parts.first, bucket.utf8.allSatisfy(Self.isNameByte),
      parts.allSatisfy({ !$0.isEmpty }), path.isEmpty || ObjectName.violation(in: path) == nil
    else { return nil }
    (self.bucket, self.path) = (String(bucket), path)
  }

  /// Returns true if a byte is allowed in bucket names
  /// (<https://cloud.google.com/storage/docs/buckets#naming>).
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-_.".utf8.contains(byte)
    }
  }

  /// The prefix of the names of all objects in the folder.
  var prefix: String { path.isEmpty ? "" : "\(path)/" }

  /// Returns the `gs://` URL of an object in the bucket.
  func url(of object: String) -> String { "\(Self.scheme)\(bucket)/\(object)" }
}

extension BucketFolder: CustomStringConvertible {
  /// The URL without a trailing slash.
  var description: String { Self.scheme + bucket + (path.isEmpty ? "" : "/\(path)") }
}
