/// The CRC-32C checksum (Castagnoli) that Cloud Storage stores for every object.
///
/// The reflected polynomial is `0x82F63B78`; the initial value and the final mask are all ones
/// (<https://cloud.google.com/storage/docs/metadata#crc32c>).
package struct CRC32C: Sendable {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1
    }
  }

  private var state: UInt32 = .max

  /// Creates the checksum of an empty sequence of bytes.
  package init() {}

  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    var crc = CRC32C()
    bytes.withUnsafeBytes { crc.update($0) }
    return crc.value
  }

  /// Adds bytes to the checksum.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes {
        state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
      }
    }
  }

  /// The checksum of all bytes added so far.
  package var value: UInt32 { ~state }
}
