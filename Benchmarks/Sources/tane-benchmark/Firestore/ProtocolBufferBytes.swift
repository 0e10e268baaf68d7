/// Fields of a message in the wire format of protocol buffers: as much of it as the requests here need.
struct ProtocolBufferBytes {
  private(set) var bytes: [UInt8] = []

  mutating func number(_ field: Int, _ value: UInt64) {
    varint(UInt64(field) << 3)
    varint(value)
  }

  mutating func text(_ field: Int, _ text: String) { content(field, Array(text.utf8)) }

  mutating func message(_ field: Int, _ fields: (inout Self) -> Void) {
    var message = Self()
    fields(&message)
    content(field, message.bytes)
  }

  private mutating func content(_ field: Int, _ content: [UInt8]) {
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(content.count))
    bytes += content
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Requests of Firestore's gRPC to one database, as bytes.
enum FirestoreRequests {
  static let database = "projects/demo-local/databases/(default)"

  /// `BatchGetDocuments` of one document.
  static func get(_ path: String) -> [UInt8] {
    var request = ProtocolBufferBytes()
    request.text(1, database)
    request.text(2, "\(database)/documents/\(path)")
    return request.bytes
  }

  /// `Commit` of one document.
  static func put(_ path: String, _ number: Int) -> [UInt8] {
    var request = ProtocolBufferBytes()
    request.text(1, database)
    request.message(2) { write in
      write.message(1) { document in
        document.text(1, "\(database)/documents/\(path)")
        document.message(2) { entry in
          entry.text(1, "name")
          entry.message(2) { $0.text(17, "ramen") }
        }
        document.message(2) { entry in
          entry.text(1, "price")
          entry.message(2) { $0.number(2, UInt64(number)) }
        }
      }
    }
    return request.bytes
  }

  /// `Listen` to one document.
  static func listen(_ path: String) -> [UInt8] {
    var request = ProtocolBufferBytes()
    request.text(1, database)
    request.message(2) { target in
      target.message(3) { $0.text(2, "\(database)/documents/\(path)") }
      target.number(5, 1)
    }
    return request.bytes
  }
}
