import TaneCore

/// A decoder of document fields from untrusted bytes.
struct DocumentFieldsReader {
  /// An error for bytes that `DocumentFieldsWriter` cannot have written.
  struct Damage: Error {}

  /// The maximum nesting depth, which is greater than that of any document.
  private static let maximumDepth = 64

  private var rest: ArraySlice<UInt8>

  /// Decodes fields from bytes.
  static func fields(of bytes: [UInt8]) throws(Damage) -> DocumentFields {
    var reader = DocumentFieldsReader(rest: bytes[...])
    let fields = try reader.readFields(depth: 0)
    guard reader.rest.isEmpty else { throw Damage() }
    return fields
  }

  private mutating func readFields(depth: Int) throws(Damage) -> DocumentFields {
    var fields = DocumentFields()
    for _ in 0..<(try readCount()) {
      let name = try readText()
      fields[name] = try readValue(depth: depth)
    }
    return fields
  }

  private mutating func readValue(depth: Int) throws(Damage) -> DocumentValue {
    guard depth < Self.maximumDepth, let byte = rest.popFirst(),
      let mark = DocumentValueTag(rawValue: byte)
    else { throw Damage() }
    switch mark {
    case .null: return .null
    case .booleanFalse: return .boolean(false)
    case .booleanTrue: return .boolean(true)
    case .integer: return .integer(Int64(bitPattern: try readBits()))
    case .double: return .double(Double(bitPattern: try readBits()))
    case .timestamp:
      return .timestamp(DocumentTimestamp(microseconds: Int64(bitPattern: try readBits())))
    case .string: return .string(try readText())
    case .bytes: return .bytes(Array(try readContent()))
    case .reference: return .reference(try readText())
    case .geoPoint:
      let latitude = Double(bitPattern: try readBits())
      let longitude = Double(bitPattern: try readBits())
      guard let point = GeographicPoint(latitude: latitude, longitude: longitude) else {
        throw Damage()
      }
      return .geoPoint(point)
    case .array:
      var elements: [DocumentValue] = []
      for _ in 0..<(try readCount()) { elements.append(try readValue(depth: depth + 1)) }
      return .array(elements)
    case .map: return .map(try readFields(depth: depth + 1))
    }
  }

  private mutating func readBits() throws(Damage) -> UInt64 {
    guard rest.count >= 8 else { throw Damage() }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }

  private mutating func readText() throws(Damage) -> String {
    guard let text = String(validating: try readContent(), as: UTF8.self) else { throw Damage() }
    return text
  }

  private mutating func readContent() throws(Damage) -> ArraySlice<UInt8> {
    let count = try readCount()
    guard rest.count >= count else { throw Damage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func readCount() throws(Damage) -> Int {
    var (count, shift): (UInt64, UInt64) = (0, 0)
    while let byte = rest.popFirst() {
      guard shift < 35 else { throw Damage() }
      count |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int(count) }
      shift += 7
    }
    throw Damage()
  }
}
