/// A digest of an object's bytes: their number and checksum.
public struct BlobDigest: Sendable, Hashable {
  /// The number of bytes.
  public let size: Int
  /// The CRC-32C checksum of the bytes.
  public let crc32c: UInt32

  /// Creates a digest.
  public init(size: Int, crc32c: UInt32) {
    self.size = size
    self.crc32c = crc32c
  }
}
