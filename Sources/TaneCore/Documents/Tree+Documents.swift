extension Tree {
  /// Creates the tree of a document's fields, in the spelling that fixtures have.
  ///
  /// Points in time are `!timestamp` in UTC with 0, 3 or 6 digits after the point, places `!geopoint`,
  /// bytes `!bytes` and references `!reference`: those to documents of the database by their path alone.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - database: The database that holds the document; nil to keep the full names of references.
  public init(document fields: DocumentFields, in database: DocumentDatabaseName? = nil) {
    var builder = TreeBuilder()
    builder.append(fields, in: database)
    self = builder.finish()
  }
}

extension TreeBuilder {
  /// Appends the map of a document's fields.
  mutating func append(_ fields: DocumentFields, in database: DocumentDatabaseName?) {
    beginMap()
    for field in fields {
      setKey(field.name)
      append(field.value, in: database)
    }
    endContainer()
  }

  /// Appends a value of a document under the current key, in the spelling that fixtures have.
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

  /// A document's path, unless that reads like the full name of another document.
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
  /// The time with no more digits after the point than it takes, of 0, 3 or 6.
  var shortText: String {
    let fraction = Self.floorDivide(microseconds, by: 1_000_000).rest
    return text(
      fractionDigits: fraction == 0 ? 0 : fraction.isMultiple(of: 1000) ? 3 : 6
    )
  }
}
