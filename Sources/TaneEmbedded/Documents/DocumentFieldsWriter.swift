import TaneCore

/// The byte that identifies a value's type in the encoded fields of a document.
enum DocumentValueTag: UInt8 {
  case null = 0
  case booleanFalse, booleanTrue, integer, double, timestamp, string, bytes, reference, geoPoint,
    array, map
}

/// An encoder of document fields as bytes; each value is a tag followed by its content.
struct DocumentFieldsWriter {
  private(set) var bytes: [UInt8] = []

  /// Encodes fields as bytes.
  static func bytes(of fields: DocumentFields) -> [UInt8] {
    var writer = DocumentFieldsWriter()
    writer.append(fields)
    return writer.bytes
  }

  private mutating func append(_ fields: DocumentFields) {
    append(count: fields.count)
    for field in fields {
      append(Array(field.name.utf8))
      append(field.value)
    }
  }

  private mutating func append(_ value: DocumentValue) {
    switch value {
    case .null: append(mark: .null)
    case .boolean(let value): append(mark: value ? .booleanTrue : .booleanFalse)
    case .integer(let value): append(mark: .integer, UInt64(bitPattern: value))
    case .double(let value): append(mark: .double, value.bitPattern)
    case .timestamp(let time): append(mark: .timestamp, UInt64(bitPattern: time.microseconds))
    case .string(let text): append(mark: .string, Array(text.utf8))
    case .bytes(let content): append(mark: .bytes, content)
    case .reference(let name): append(mark: .reference, Array(name.utf8))
    case .geoPoint(let point):
      append(mark: .geoPoint, point.latitude.bitPattern)
      append(point.longitude.bitPattern)
    case .array(let elements):
      append(mark: .array)
      append(count: elements.count)
      for element in elements { append(element) }
    case .map(let fields):
      append(mark: .map)
      append(fields)
    }
  }

  private mutating func append(mark: DocumentValueTag) {
    bytes.append(mark.rawValue)
  }

  private mutating func append(mark: DocumentValueTag, _ bits: UInt64) {
    append(mark: mark)
    append(bits)
  }

  private mutating func append(mark: DocumentValueTag, _ content: [UInt8]) {
    append(mark: mark)
    append(content)
  }

  private mutating func append(_ bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ content: [UInt8]) {
    append(count: content.count)
    bytes += content
  }

  /// Appends a count as a varint.
  private mutating func append(count: Int) {
    var rest = UInt64(count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
