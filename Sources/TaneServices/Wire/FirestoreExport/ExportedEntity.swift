package import TaneCore

/// A document in a Firestore export, which stores each document as a Datastore entity.
///
/// The field numbers come from `EntityProto` in the App Engine SDKs:
/// <https://github.com/golang/appengine/blob/master/v2/internal/datastore/datastore_v3.proto>.
package struct ExportedEntity {
  /// The database from which the document was exported.
  package let database: DocumentDatabaseName
  package let path: DocumentPath
  package let fields: DocumentFields

  /// Decodes a record.
  ///
  /// - Parameters:
  ///   - record: The bytes of the record.
  ///   - database: The database that replaces the exported database in references, or nil to leave
  ///     the references unchanged.
  /// - Throws: A `WireError` if the record is not a document.
  package init(
    decoding record: ArraySlice<UInt8>,
    into database: DocumentDatabaseName? = nil
  ) throws(WireError) {
    let message = try EntityMessage(record)
    guard let key = message.key, let project = key.project, key.path.isDocument else {
      throw .invalid("it contains a record that is not a document")
    }
    let sourceDatabase = DocumentDatabaseName(project: project, database: key.database)
    (self.database, path) = (sourceDatabase, key.path)
    let decoder = EntityDecoder(
      document: key.path,
      sourceDatabase: sourceDatabase,
      target: database ?? sourceDatabase
    )
    fields = try decoder.fields(of: message.properties, depth: 1)
  }
}

/// An entity: its key, and its properties in order.
private struct EntityMessage {
  private enum Field {
    static let key = 13
    static let property = 14
    static let rawProperty = 15
  }

  private(set) var key: EntityKey?
  private(set) var properties: [ArraySlice<UInt8>] = []

  init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ProtocolBufferReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value.content) {
      case (Field.key, let content?): key = try EntityKey(content, pathElement: nil)
      case (Field.property, let content?), (Field.rawProperty, let content?):
        properties.append(content)
      default: break
      }
    }
  }
}

/// The key of an entity, or the target of a reference value.
private struct EntityKey {
  private(set) var project: String?
  private(set) var database = "(default)"
  private(set) var path = DocumentPath.root

  /// Decodes a key.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - pathElement: The field number of the path elements if they are part of the key itself (the
  ///     next three numbers are kind, ID and name), or nil if the path is an embedded message.
  /// - Throws: A `WireError` if the bytes are not a key.
  init(_ bytes: ArraySlice<UInt8>, pathElement: Int?) throws(WireError) {
    var reader = ProtocolBufferReader(bytes)
    while let field = try reader.next() {
      switch field.number {
      case 13: project = Self.project(of: field.value.text ?? "")
      case 23: database = field.value.text ?? database
      case 20 where field.value.text != "":
        throw .invalid("it contains entities in a namespace, which only Datastore supports")
      case 14:
        guard let content = field.value.content else { break }
        if let pathElement {
          try append(element: content, kind: pathElement + 1)
        } else {
          try appendElements(of: content)
        }
      default: break
      }
    }
  }

  /// Returns the project in an application's name, such as `s~project` or `dev~project`.
  private static func project(of application: String) -> String? {
    let project = application.split(separator: "~").last.map(String.init)
    return project?.isEmpty == false ? project : nil
  }

  private mutating func appendElements(of path: ArraySlice<UInt8>) throws(WireError) {
    var reader = ProtocolBufferReader(path)
    while let field = try reader.next() {
      guard field.number == 1, let content = field.value.content else { continue }
      try append(element: content, kind: 2)
    }
  }

  private mutating func append(element: ArraySlice<UInt8>, kind: Int) throws(WireError) {
    var (collection, id) = (nil as String?, nil as String?)
    var reader = ProtocolBufferReader(element)
    while let field = try reader.next() {
      switch field.number {
      case kind: collection = field.value.text
      case kind + 1: id = field.value.integer.map { "__id\($0)__" }
      case kind + 2: id = field.value.text
      default: break
      }
    }
    guard let collection, let id else {
      throw .invalid("it contains the path of a document without a collection or an identifier")
    }
    path = DocumentPath(path.segments + [collection, id])
  }
}

/// A decoder for a document's values.
private struct EntityDecoder {
  /// The codes that distinguish values of the same encoded type.
  private enum Meaning {
    static let time: Int64 = 7
    static let bytes: Set<Int64> = [14, 16]
    static let map: Int64 = 19
    static let emptyList: Int64 = 24
    /// The meaning of each number of a vector; the numbers are stored like the elements of an
    /// array.
    static let vector: Int64 = 31
  }

  private struct Property {
    var name = ""
    var meaning: Int64 = 0
    var isElement = false
    var value: ArraySlice<UInt8> = []
  }

  let document: DocumentPath
  let sourceDatabase: DocumentDatabaseName
  let target: DocumentDatabaseName

  func fields(of properties: [ArraySlice<UInt8>], depth: Int) throws(WireError) -> DocumentFields {
    guard depth <= DocumentCheck.maximumValueDepth + 1 else {
      throw problem("its values are nested too deeply")
    }
    // The elements of an array are properties with the same name.
    var (fields, arrays) = (DocumentFields(), [[UInt8]: [DocumentValue]]())
    var vectors: Set<[UInt8]> = []
    for bytes in properties {
      let property = try property(bytes)
      let value = try value(property, depth: depth)
      if property.isElement {
        arrays[Array(property.name.utf8), default: []].append(value)
        if property.meaning == Meaning.vector { vectors.insert(Array(property.name.utf8)) }
      } else {
        fields[property.name] = value
      }
    }
    for (name, elements) in arrays {
      fields[String(decoding: name, as: UTF8.self)] =
        vectors.contains(name) ? .vector(of: elements) : .array(elements)
    }
    return fields
  }

  private func property(_ bytes: ArraySlice<UInt8>) throws(WireError) -> Property {
    var property = Property()
    var reader = ProtocolBufferReader(bytes)
    while let field = try reader.next() {
      switch field.number {
      case 1: property.meaning = field.value.integer ?? 0
      case 3:
        guard let name = field.value.text else { throw problem("the name of a field is not UTF-8") }
        property.name = name
      case 4: property.isElement = field.value.integer == 1
      case 5: property.value = field.value.content ?? []
      default: break
      }
    }
    return property
  }

  private func value(_ property: Property, depth: Int) throws(WireError) -> DocumentValue {
    var reader = ProtocolBufferReader(property.value)
    guard let field = try reader.next() else {
      return property.meaning == Meaning.emptyList ? .array([]) : .null
    }
    switch (field.number, field.value) {
    case (1, .varint(let bits)):
      let number = Int64(bitPattern: bits)
      guard property.meaning == Meaning.time else { return .integer(number) }
      guard DocumentTimestamp.range.contains(number) else {
        throw problem(
          "the field \"\(property.name.escapingControls)\" is a time outside the years 1 to 9999"
        )
      }
      return .timestamp(DocumentTimestamp(microseconds: number))
    case (2, .varint(let bit)): return .boolean(bit != 0)
    case (3, .bytes(let bytes)): return try text(bytes, property, depth: depth)
    case (4, .fixed64(let bits)): return .double(Double(bitPattern: bits))
    case (5, .group(let bytes)): return try point(bytes)
    case (12, .group(let bytes)): return try reference(bytes)
    default:
      throw problem(
        "the field \"\(property.name.escapingControls)\" has a value of an unknown type"
      )
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>, _ property: Property, depth: Int)
    throws(WireError) -> DocumentValue
  {
    if Meaning.bytes.contains(property.meaning) { return .bytes(Array(bytes)) }
    if property.meaning == Meaning.map {
      return .map(try fields(of: EntityMessage(bytes).properties, depth: depth + 1))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw problem("the field \"\(property.name.escapingControls)\" is text that is not UTF-8")
    }
    return .string(text)
  }

  private func point(_ bytes: ArraySlice<UInt8>) throws(WireError) -> DocumentValue {
    var (latitude, longitude) = (0.0, 0.0)
    var reader = ProtocolBufferReader(bytes)
    while let field = try reader.next() {
      if field.number == 6 { latitude = field.value.double ?? latitude }
      if field.number == 7 { longitude = field.value.double ?? longitude }
    }
    guard let point = GeographicPoint(latitude: latitude, longitude: longitude) else {
      throw problem("a geopoint at \(latitude), \(longitude) degrees is out of range")
    }
    return .geoPoint(point)
  }

  private func reference(_ bytes: ArraySlice<UInt8>) throws(WireError) -> DocumentValue {
    let key = try EntityKey(bytes, pathElement: 14)
    guard let project = key.project, key.path.isDocument else {
      throw problem("a reference does not point to a document")
    }
    let database = DocumentDatabaseName(project: project, database: key.database)
    return .reference((database == sourceDatabase ? target : database).reference(to: key.path))
  }

  private func problem(_ what: String) -> WireError {
    .invalid("the document \(document.description.escapingControls): \(what)")
  }
}
