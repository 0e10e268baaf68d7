package import TaneCore

extension ExportedEntity {
  /// Returns the record of a document, in the format of Google's emulator.
  ///
  /// - Throws: A `WireError` if a reference is not the name of a document.
  package static func record(
    of fields: DocumentFields,
    at path: DocumentPath,
    in database: DocumentDatabaseName
  ) throws(WireError) -> [UInt8] {
    var record = ProtocolBufferWriter()
    record.content(13, key(of: path, in: database))
    try add(fields, to: &record)
    // The Datastore entity group: a top-level document and everything below it.
    record.content(16, elements(of: DocumentPath(Array(path.segments.prefix(2)))))
    return record.bytes
  }

  private static func key(of path: DocumentPath, in database: DocumentDatabaseName) -> [UInt8] {
    .message { key in
      key.content(13, application(of: database))
      key.content(14, elements(of: path))
      addDatabase(database, to: &key)
    }
  }

  private static func application(of database: DocumentDatabaseName) -> String.UTF8View {
    "dev~\(database.project)".utf8
  }

  private static func addDatabase(
    _ database: DocumentDatabaseName,
    to message: inout ProtocolBufferWriter
  ) {
    if database.database != "(default)" { message.content(23, database.database.utf8) }
  }

  private static func elements(of path: DocumentPath) -> [UInt8] {
    .message { elements in
      forEachElement(of: path) { collection, id in
        elements.group(1) { element in
          element.content(2, collection.utf8)
          addIdentifier(id, to: &element, numberedAs: 3)
        }
      }
    }
  }

  private static func forEachElement(of path: DocumentPath, _ body: (String, String) -> Void) {
    for index in stride(from: 0, to: path.segments.count - 1, by: 2) {
      body(path.segments[index], path.segments[index + 1])
    }
  }

  /// Adds a document's identifier: a numeric Datastore ID in the given field, or a name in the next
  /// field.
  private static func addIdentifier(
    _ id: String,
    to element: inout ProtocolBufferWriter,
    numberedAs field: Int
  ) {
    let digits = id.hasPrefix("__id") && id.hasSuffix("__") ? id.dropFirst(4).dropLast(2) : ""
    if let number = Int64(digits), "\(number)" == digits {
      element.varint(field, UInt64(bitPattern: number))
    } else {
      element.content(field + 1, id.utf8)
    }
  }

  // MARK: Values

  /// The codes that distinguish values of the same encoded type; see `EntityDecoder`.
  private enum Meaning: UInt64 {
    case time = 7
    case point = 9
    case bytes = 14
    case map = 19
    case emptyList = 24
    case vector = 31
  }

  /// Adds the fields of a document or a map: empty lists as field 14, then all others as field 15.
  private static func add(
    _ fields: DocumentFields,
    to entity: inout ProtocolBufferWriter
  ) throws(WireError) {
    for field in fields where field.value == .array([]) {
      let list = property(field.name, .emptyList, isElement: false, [])
      entity.content(14, list)
    }
    for field in fields where field.value != .array([]) {
      for property in try properties(of: field) { entity.content(15, property) }
    }
  }

  /// Returns the properties of a field: one, or one for each element of an array.
  private static func properties(
    of field: DocumentFields.Field
  ) throws(WireError) -> [[UInt8]] {
    if let vector = field.value.vector, !vector.isEmpty {
      return vector.map { number in
        property(field.name, .vector, isElement: true, value(number))
      }
    }
    guard case .array(let elements) = field.value else {
      return [try property(field.name, field.value, isElement: false)]
    }
    return try elements.map { element throws(WireError) in
      try property(field.name, element, isElement: true)
    }
  }

  private static func property(
    _ name: String,
    _ value: DocumentValue,
    isElement: Bool
  ) throws(WireError) -> [UInt8] {
    let (meaning, bytes) = try meaningAndBytes(of: value)
    return property(name, meaning, isElement: isElement, bytes)
  }

  private static func property(
    _ name: String,
    _ meaning: Meaning?,
    isElement: Bool,
    _ value: [UInt8]
  ) -> [UInt8] {
    .message { property in
      if let meaning { property.varint(1, meaning.rawValue) }
      property.content(3, name.utf8)
      property.varint(4, isElement ? 1 : 0)
      property.content(5, value)
    }
  }

  private static func value(_ number: Double) -> [UInt8] {
    // All NaNs are encoded with the same bits.
    .message { $0.fixed64(4, number.isNaN ? 0x7FF8_0000_0000_0000 : number.bitPattern) }
  }

  private static func meaningAndBytes(
    of value: DocumentValue
  ) throws(WireError) -> (Meaning?, [UInt8]) {
    switch value {
    case .null: return (nil, [])
    case .boolean(let bool): return (nil, .message { $0.varint(2, bool ? 1 : 0) })
    case .integer(let number):
      return (nil, .message { $0.varint(1, UInt64(bitPattern: number)) })
    case .double(let number): return (nil, Self.value(number))
    case .timestamp(let time):
      return (.time, .message { $0.varint(1, UInt64(bitPattern: time.microseconds)) })
    case .string(let text): return (nil, .message { $0.content(3, text.utf8) })
    case .bytes(let bytes): return (.bytes, .message { $0.content(3, bytes) })
    case .reference(let name): return (nil, try reference(to: name))
    case .geoPoint(let point):
      let bytes: [UInt8] = .message { value in
        value.group(5) { place in
          place.fixed64(6, point.latitude.bitPattern)
          place.fixed64(7, point.longitude.bitPattern)
        }
      }
      return (.point, bytes)
    case .map(let fields):
      var entity = ProtocolBufferWriter()
      entity.content(
        13,
        [UInt8].message { key in
          key.content(13, [])
          key.content(14, [])
        }
      )
      try add(fields, to: &entity)
      entity.content(16, [])
      let bytes = entity.bytes
      return (.map, .message { $0.content(3, bytes) })
    case .array: throw .invalid("an array is directly inside an array")
    }
  }

  private static func reference(to name: String) throws(WireError) -> [UInt8] {
    guard let (database, path) = DocumentDatabaseName.parse(name), path.isDocument else {
      throw .invalid("a reference does not point to a document: \(name.escapingControls)")
    }
    return .message { value in
      value.group(12) { reference in
        reference.content(13, application(of: database))
        forEachElement(of: path) { collection, id in
          reference.group(14) { element in
            element.content(15, collection.utf8)
            addIdentifier(id, to: &element, numberedAs: 16)
          }
        }
        addDatabase(database, to: &reference)
      }
    }
  }
}

extension [UInt8] {
  /// Returns the bytes of a message whose fields a closure writes.
  fileprivate static func message(_ fields: (inout ProtocolBufferWriter) -> Void) -> [UInt8] {
    ProtocolBufferWriter.message(fields)
  }
}
