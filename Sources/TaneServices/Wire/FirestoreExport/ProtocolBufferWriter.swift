/// An encoder for message fields in the protocol buffer wire format, including groups.
///
/// See <https://protobuf.dev/programming-guides/encoding/>.
struct ProtocolBufferWriter {
  private(set) var bytes: [UInt8] = []

  /// Returns the bytes of a message whose fields a closure writes.
  static func message(_ fields: (inout Self) throws -> Void) rethrows -> [UInt8] {
    var writer = Self()
    try fields(&writer)
    return writer.bytes
  }

  mutating func varint(_ field: Int, _ value: UInt64) {
    tag(field, 0)
    varint(value)
  }

  mutating func fixed64(_ field: Int, _ bits: UInt64) {
    tag(field, 1)
    withUnsafeBytes(of: bits.littleEndian) { bytes += $0 }
  }

  /// Writes a string, bytes or a message.
  mutating func content(_ field: Int, _ content: some Collection<UInt8>) {
    tag(field, 2)
    varint(UInt64(content.count))
    bytes += content
  }

  mutating func group(_ field: Int, _ fields: (inout Self) throws -> Void) rethrows {
    tag(field, 3)
    try fields(&self)
    tag(field, 4)
  }

  private mutating func tag(_ field: Int, _ type: UInt64) { varint(UInt64(field) << 3 | type) }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
