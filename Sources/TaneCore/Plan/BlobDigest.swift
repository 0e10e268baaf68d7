/// A digest of an object's bytes: their count and checksum.
package struct BlobDigest: Sendable, Hashable {
  /// The number of bytes.
  package let size: Int
  /// The CRC-32C checksum of the bytes.
  package let crc32c: UInt32

  package init(size: Int, crc32c: UInt32) {
    self.size = size
    self.crc32c = crc32c
  }
}
