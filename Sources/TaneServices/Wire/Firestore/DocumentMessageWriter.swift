#if Network
import SwiftProtobuf
package import TaneCore

/// An encoder that writes documents as protobuf messages without creating message objects.
///
/// Creating and measuring message objects would take most of the time for a large response.
package struct DocumentMessageWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Writes a document as an embedded message in a field.
  package mutating func write(
    _ document: StoredDocument,
    of database: DocumentDatabaseName,
    mask: [FieldPath]? = nil,
    field number: Int
  ) {
    let start = begin(number)
    write(document, of: database, mask: mask)
    end(start)
  }

  /// Writes all fields of a document's message.
  package mutating func write(
    _ document: StoredDocument,
    of database: DocumentDatabaseName,
    mask: [FieldPath]? = nil
  ) {
    write(database.name(of: document.path), field: 1)
    write(mask.map(document.fields.selecting) ?? document.fields, field: 2)
    write(document.createTime, field: 3)
    write(document.updateTime, field: 4)
  }

  /// Writes an encoded message as a field.
  package mutating func write(_ message: [UInt8], field number: Int) {
    message.withUnsafeBufferPointer { write($0, field: number) }
  }

  /// Writes text as a field.
  package mutating func write(_ text: String, field number: Int) {
    var text = text
    text.withUTF8 { write($0, field: number) }
  }

  /// Writes a time as a field.
  package mutating func write(_ time: DocumentTimestamp, field number: Int) {
    let message = time.message
    let start = begin(number)
    if message.seconds != 0 { write(number: UInt64(bitPattern: message.seconds), field: 1) }
    if message.nanos != 0 { write(number: UInt64(message.nanos), field: 2) }
    end(start)
  }

  private mutating func write(_ fields: DocumentFields, field number: Int) {
    for field in fields {
      let start = begin(number)
      if !field.name.isEmpty { write(field.name, field: 1) }
      write(field.value, field: 2)
      end(start)
    }
  }

  private mutating func write(_ value: DocumentValue, field number: Int) {
    let start = begin(number)
    switch value {
    case .null: write(number: 0, field: 11)
    case .boolean(let flag): write(number: flag ? 1 : 0, field: 1)
    case .integer(let number): write(number: UInt64(bitPattern: number), field: 2)
    case .double(let number): write(number, field: 3)
    case .timestamp(let time): write(time, field: 10)
    case .string(let text): write(text, field: 17)
    case .bytes(let bytes): write(bytes, field: 18)
    case .reference(let name): write(name, field: 5)
    case .geoPoint(let point): write(point)
    case .array(let elements):
      let array = begin(9)
      for element in elements { write(element, field: 1) }
      end(array)
    case .map(let fields):
      let map = begin(6)
      write(fields, field: 1)
      end(map)
    }
    end(start)
  }

  private mutating func write(_ point: GeographicPoint) {
    let start = begin(8)
    // Zeros are omitted, except negative zero.
    if point.latitude.bitPattern != 0 { write(point.latitude, field: 1) }
    if point.longitude.bitPattern != 0 { write(point.longitude, field: 2) }
    end(start)
  }
}

// MARK: Wire format
extension DocumentMessageWriter {
  private mutating func write(number: UInt64, field: Int) {
    append(UInt64(field) << 3)
    append(number)
  }

  private mutating func write(_ number: Double, field: Int) {
    append(UInt64(field) << 3 | 1)
    withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ content: UnsafeBufferPointer<UInt8>, field: Int) {
    append(UInt64(field) << 3 | 2)
    append(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  /// Begins an embedded message, and returns the offset of its content.
  private mutating func begin(_ field: Int) -> Int {
    append(UInt64(field) << 3 | 2)
    bytes.append(0)
    return bytes.count
  }

  /// Ends an embedded message, and inserts its length.
  private mutating func end(_ start: Int) {
    let length = bytes.count - start
    guard length >= 0x80 else {
      bytes[start - 1] = UInt8(length)
      return
    }
    var prefix = DocumentMessageWriter()
    prefix.append(UInt64(length))
    bytes.replaceSubrange(start - 1..<start, with: prefix.bytes)
  }

  /// Appends a varint.
  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
#endif
