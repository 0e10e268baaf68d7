/// What stands for the bytes of an object: as many of them, with this checksum.
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
