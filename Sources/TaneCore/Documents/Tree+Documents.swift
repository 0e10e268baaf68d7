extension Tree {
  /// Creates the tree of a document's fields, in the form that fixtures use.
  ///
  /// Timestamps become `!timestamp` in UTC with 0, 3 or 6 fractional digits, points become
  /// `!geopoint`, bytes `!bytes` and references `!reference`. A reference to a document in
  /// `database` contains only the path.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - database: The database that contains the document, or nil to keep references as full
  ///     names.
  package init(document fields: DocumentFields, in database: DocumentDatabaseName? = nil) {
    var builder = TreeBuilder()
    builder.append(fields, in: database)
    self = builder.finish()
  }
}

extension TreeBuilder {
  /// Appends a document's fields as a map.
  mutating func append(_ fields: DocumentFields, in database: DocumentDatabaseName?) {
    beginMap()
    for field in fields {
      setKey(field.name)
      append(field.value, in: database)
    }
    endContainer()
  }

  /// Appends a document's value under the current key, in the form that fixtures use.
  package mutating func append(_ value: DocumentValue, in database: DocumentDatabaseName?) {
    switch value {
    case .null: appendNull()
    case .boolean(let value): append(value)
    case .integer(let value): append(value)
    case .double(let value): append(value)
    case .string(let text): append(text)
    case .timestamp(let time): append(time.shortText, tag: .timestamp)
    case .bytes(let bytes): append(Base64.text(of: bytes), tag: .bytes)
    case .reference(let name): append(Self.shortened(name, in: database), tag: .reference)
    case .geoPoint(let point): append(point)
    case .array(let elements):
      beginList()
      for element in elements { append(element, in: database) }
      endContainer()
    case .map(let fields): append(fields, in: database)
    }
  }

  private mutating func append(_ point: GeographicPoint) {
    beginMap(tag: .geopoint)
    setKey(GeographicPoint.latitudeKey)
    append(point.latitude)
    setKey(GeographicPoint.longitudeKey)
    append(point.longitude)
    endContainer()
  }

  /// Returns the path of a document in the database, or the full name of any other document.
  ///
  /// The full name is also returned if the path could be mistaken for a full name.
  private static func shortened(_ name: String, in database: DocumentDatabaseName?) -> String {
    guard let path = database?.path(ofReference: name),
      DocumentDatabaseName.parts(ofReference: path.description) == nil
    else { return name }
    return path.description
  }
}

extension GeographicPoint {
  /// The key of the latitude in a fixture.
  static let latitudeKey = "latitude"
  /// The key of the longitude in a fixture.
  static let longitudeKey = "longitude"
}

extension DocumentTimestamp {
  /// The time with 0, 3 or 6 fractional digits, the shortest form that is exact.
  package var shortText: String {
    let fraction = Self.floorDivide(microseconds, by: 1_000_000).rest
    return text(
      fractionDigits: fraction == 0 ? 0 : fraction.isMultiple(of: 1000) ? 3 : 6
    )
  }
}
