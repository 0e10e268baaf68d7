import TaneCore

extension BlobDigest {
  /// Creates a digest from a map of `size` and `crc32c`, or returns nil if the tree is not such a
  /// map.
  init?(reading tree: Tree?) {
    guard let size = tree?["size"]?.integer, let checksum = tree?["crc32c"]?.integer else {
      return nil
    }
    self.init(size: Int(size), crc32c: UInt32(truncatingIfNeeded: checksum))
  }

  /// The digest as a map of `size` and `crc32c`.
  var literal: TreeLiteral {
    .map([("size", .integer(Int64(size))), ("crc32c", .integer(Int64(crc32c)))])
  }
}
