/// Fields of a message in the wire format of protocol buffers, limited to the features that these
/// requests need.
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

/// Requests to one Firestore database, as bytes for gRPC and as JSON for REST.
enum FirestoreRequests {
  static let database = "projects/demo-local/databases/(default)"

  /// A call in the forms of both carriers.
  struct Call {
    let name: String
    /// The gRPC method and its message.
    let method: String
    let message: [UInt8]
    /// The target of the REST request and its JSON body, which is nil for GET requests.
    let target: String
    let json: String?
  }

  private static let documents = "/v1/\(database)/documents"

  /// Returns a call that reads one document.
  static func get(_ path: String) -> Call {
    var message = ProtocolBufferBytes()
    message.text(1, "\(database)/documents/\(path)")
    return Call(
      name: "a document",
      method: "GetDocument",
      message: message.bytes,
      target: "\(documents)/\(path)",
      json: nil
    )
  }

  /// Returns a call that reads one document like the client libraries for apps.
  static func batchGet(_ path: String) -> Call {
    var message = ProtocolBufferBytes()
    message.text(1, database)
    message.text(2, "\(database)/documents/\(path)")
    return Call(
      name: "a document in a batch",
      method: "BatchGetDocuments",
      message: message.bytes,
      target: "\(documents):batchGet",
      json: #"{"documents":["\#(database)/documents/\#(path)"]}"#
    )
  }

  /// Returns a call that reads the documents of a collection.
  static func query(_ collection: String, limit: Int) -> Call {
    var message = ProtocolBufferBytes()
    message.text(1, "\(database)/documents")
    message.message(2) { query in
      query.message(2) { $0.text(2, collection) }
      query.message(5) { $0.number(1, UInt64(limit)) }
    }
    return Call(
      name: "a query of \(limit) documents",
      method: "RunQuery",
      message: message.bytes,
      target: "\(documents):runQuery",
      json: #"{"structuredQuery":{"from":[{"collectionId":"\#(collection)"}],"limit":\#(limit)}}"#
    )
  }

  /// Returns a call that changes a document each time.
  static func commit(_ path: String) -> Call {
    let name = "\(database)/documents/\(path)"
    var message = ProtocolBufferBytes()
    message.text(1, database)
    message.message(2) { write in
      write.message(1) { document in
        document.text(1, name)
        document.message(2) { entry in
          entry.text(1, "name")
          entry.message(2) { $0.text(17, "ramen") }
        }
      }
      write.message(3) { $0.text(1, "name") }
      write.message(7) { transform in
        transform.text(1, "price")
        transform.message(3) { $0.number(2, 1) }
      }
    }
    return Call(
      name: "a commit of a document",
      method: "Commit",
      message: message.bytes,
      target: "\(documents):commit",
      json: """
        {"writes":[{"update":{"name":"\(name)","fields":{"name":{"stringValue":"ramen"}}},\
        "updateMask":{"fieldPaths":["name"]},\
        "updateTransforms":[{"fieldPath":"price","increment":{"integerValue":"1"}}]}]}
        """
    )
  }

  /// Returns a `Listen` request for one document.
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
