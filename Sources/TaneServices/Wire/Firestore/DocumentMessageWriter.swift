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
    as number: Int
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
    write(database.name(of: document.path), as: 1)
    write(mask.map(document.fields.selecting) ?? document.fields, as: 2)
    write(document.createTime, as: 3)
    write(document.updateTime, as: 4)
  }

  /// Writes an encoded message as a field.
  package mutating func write(_ message: [UInt8], as number: Int) {
    message.withUnsafeBufferPointer { write($0, as: number) }
  }

  /// Writes text as a field.
  package mutating func write(_ text: String, as number: Int) {
    var text = text
    text.withUTF8 { write($0, as: number) }
  }

  /// Writes a time as a field.
  package mutating func write(_ time: DocumentTimestamp, as number: Int) {
    let message = time.message
    let start = begin(number)
    if message.seconds != 0 { write(number: UInt64(bitPattern: message.seconds), as: 1) }
    if message.nanos != 0 { write(number: UInt64(message.nanos), as: 2) }
    end(start)
  }

  private mutating func write(_ fields: DocumentFields, as number: Int) {
    for field in fields {
      let start = begin(number)
      if !field.name.isEmpty { write(field.name, as: 1) }
      write(field.value, as: 2)
      end(start)
    }
  }

  private mutating func write(_ value: DocumentValue, as number: Int) {
    let start = begin(number)
    switch value {
    case .null: write(number: 0, as: 11)
    case .boolean(let flag): write(number: flag ? 1 : 0, as: 1)
    case .integer(let number): write(number: UInt64(bitPattern: number), as: 2)
    case .double(let number): write(number, as: 3)
    case .timestamp(let time): write(time, as: 10)
    case .string(let text): write(text, as: 17)
    case .bytes(let bytes): write(bytes, as: 18)
    case .reference(let name): write(name, as: 5)
    case .geoPoint(let point): write(point)
    case .array(let elements):
      let array = begin(9)
      for element in elements { write(element, as: 1) }
      end(array)
    case .map(let fields):
      let map = begin(6)
      write(fields, as: 1)
      end(map)
    }
    end(start)
  }

  private mutating func write(_ point: GeographicPoint) {
    let start = begin(8)
    // Zeros are omitted, except negative zero.
    if point.latitude.bitPattern != 0 { write(point.latitude, as: 1) }
    if point.longitude.bitPattern != 0 { write(point.longitude, as: 2) }
    end(start)
  }
}

// MARK: Wire format
extension DocumentMessageWriter {
  private mutating func write(number: UInt64, as field: Int) {
    append(UInt64(field) << 3)
    append(number)
  }

  private mutating func write(_ number: Double, as field: Int) {
    append(UInt64(field) << 3 | 1)
    withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ content: UnsafeBufferPointer<UInt8>, as field: Int) {
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
