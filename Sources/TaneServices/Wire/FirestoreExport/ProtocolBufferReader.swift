/// A decoder for message fields in the protocol buffer wire format, including groups.
///
/// See <https://protobuf.dev/programming-guides/encoding/>.
struct ProtocolBufferReader {
  /// The value of a field.
  enum Value {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    case bytes(ArraySlice<UInt8>)
    /// The fields between the start and the end of a group.
    case group(ArraySlice<UInt8>)
  }

  private static let maximumNesting = 100

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Returns the next field, or nil at the end.
  mutating func next() throws(WireError) -> (number: Int, value: Value)? {
    guard !rest.isEmpty else { return nil }
    let tag = try varint()
    let number = Int(truncatingIfNeeded: tag >> 3)
    guard (1...536_870_911).contains(number) else { throw malformed }
    switch tag & 7 {
    case 0: return (number, .varint(try varint()))
    case 1: return (number, .fixed64(try fixed(8)))
    case 2: return (number, .bytes(try lengthDelimited()))
    case 3: return (number, .group(try group(number)))
    case 5: return (number, .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
    default: throw malformed
    }
  }

  private var malformed: WireError { .invalid("it contains a malformed entity") }

  private mutating func varint() throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw malformed }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw malformed
  }

  private mutating func fixed(_ count: Int) throws(WireError) -> UInt64 {
    guard rest.count >= count else { throw malformed }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func lengthDelimited() throws(WireError) -> ArraySlice<UInt8> {
    let length = try varint()
    guard length <= UInt64(rest.count) else { throw malformed }
    defer { rest = rest.dropFirst(Int(length)) }
    return rest.prefix(Int(length))
  }

  /// Returns the content of a group whose start tag has been read, up to its end tag.
  private mutating func group(_ number: Int) throws(WireError) -> ArraySlice<UInt8> {
    let start = rest
    var open = [number]
    while true {
      let end = rest.startIndex
      let tag = try varint()
      let number = Int(truncatingIfNeeded: tag >> 3)
      switch tag & 7 {
      case 0: _ = try varint()
      case 1: _ = try fixed(8)
      case 2: _ = try lengthDelimited()
      case 3 where open.count < Self.maximumNesting: open.append(number)
      case 4 where open.last == number:
        open.removeLast()
        if open.isEmpty { return start[..<end] }
      case 5: _ = try fixed(4)
      default: throw malformed
      }
    }
  }
}

extension ProtocolBufferReader.Value {
  /// The integer of a varint field, which may be negative; nil if the field has another type.
  var integer: Int64? {
    if case .varint(let number) = self { Int64(bitPattern: number) } else { nil }
  }

  var double: Double? {
    if case .fixed64(let bits) = self { Double(bitPattern: bits) } else { nil }
  }

  /// The bytes of a string, a message or a group; nil if the field has another type.
  var content: ArraySlice<UInt8>? {
    switch self {
    case .bytes(let bytes), .group(let bytes): bytes
    default: nil
    }
  }

  var text: String? {
    guard case .bytes(let bytes) = self else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
