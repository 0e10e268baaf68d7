/// The limits of a Firestore database.
///
/// See <https://cloud.google.com/firestore/quotas#limits>.
package enum DocumentCheck {
  /// The maximum length of a collection or document identifier, in bytes of UTF-8.
  package static let maximumIdentifierBytes = 1500
  /// The maximum length of a document's name, in bytes of UTF-8.
  package static let maximumNameBytes = 6 * 1024
  /// The maximum depth of nested collections.
  package static let maximumCollectionDepth = 100
  /// The maximum length of a field's name, in bytes of UTF-8.
  package static let maximumFieldNameBytes = 1500
  /// The maximum depth of nested maps and arrays.
  package static let maximumValueDepth = 20
  /// The maximum size of a document, in bytes as Firestore counts them.
  package static let maximumDocumentBytes = 1_048_576
  /// The maximum size of a string or a bytes value, in bytes.
  package static let maximumValueBytes = 1_048_487
  /// The maximum number of dimensions of a vector.
  package static let maximumVectorDimensions = 2048
  /// The maximum number of names in the path of a field.
  package static let maximumFieldPathDepth = 20
  /// The maximum number of transforms of one document in one write.
  package static let maximumTransforms = 500

  /// Returns the limit that a path violates, as a sentence, or nil if the path is valid.
  package static func violation(in path: DocumentPath) -> String? {
    for segment in path.segments {
      if let violation = violation(inIdentifier: segment) { return violation }
    }
    if path.description.utf8.count > maximumNameBytes {
      return "The name is \(path.description.utf8.count.grouped) bytes long; up to"
        + " \(maximumNameBytes.grouped) are allowed."
    }
    let depth = (path.segments.count + 1) / 2
    if depth > maximumCollectionDepth {
      return "The path is \(depth) collections deep; up to \(maximumCollectionDepth) are allowed."
    }
    return nil
  }

  /// Returns the limit that the identifier of a collection or document violates, as a sentence, or
  /// nil if the identifier is valid.
  package static func violation(inIdentifier id: String) -> String? {
    if id.isEmpty { return "An identifier is empty." }
    if id.utf8.count > maximumIdentifierBytes {
      return "An identifier is \(id.utf8.count.grouped) bytes long; up to"
        + " \(maximumIdentifierBytes.grouped) are allowed."
    }
    if id == "." || id == ".." {
      return "The identifier \"\(id)\" is not allowed, because it denotes a folder."
    }
    if id.utf8.contains(UInt8(ascii: "/")) {
      return "The identifier \"\(id.escapingControls)\" contains a slash."
    }
    if isReserved(id), DocumentPath.numericIdentifier(id) == nil {
      return "The identifier \"\(id.escapingControls)\" is reserved, because it begins and ends"
        + " with two underscores."
    }
    return nil
  }

  /// Returns the limit that a write violates, as a sentence, or nil if the write is valid.
  package static func violation(in write: DocumentWrite) -> String? {
    guard write.path.isDocument else {
      return "\"\(write.path)\" is not a document path: it has an odd number of segments."
    }
    if let violation = violation(in: write.path) { return violation }
    if write.transforms.count > maximumTransforms {
      return "The write has \(write.transforms.count.grouped) transforms; up to"
        + " \(maximumTransforms) are allowed."
    }
    if let violation = overlap(of: write.transforms) { return violation }
    guard case .update(let fields, let mask) = write.operation else { return nil }
    let paths = (mask ?? []) + write.transforms.map(\.path)
    for name in paths.flatMap(\.names) {
      if let violation = violation(inFieldNamed: name) { return violation }
    }
    return violation(in: fields, depth: 1)
  }

  /// Returns the limit that a field's path violates, as a sentence, or nil if the path is valid.
  package static func violation(in path: FieldPath) -> String? {
    if path.names.count > maximumFieldPathDepth {
      return "A field path has \(path.names.count.grouped) names; up to \(maximumFieldPathDepth) "
        + "are allowed."
    }
    return path.names.lazy.compactMap { violation(inFieldNamed: $0) }.first
  }

  private static func overlap(of transforms: [DocumentTransform]) -> String? {
    let paths = Set(transforms.map(\.path))
    for path in paths {
      for count in 1..<max(1, path.names.count) {
        guard let outer = FieldPath(names: Array(path.names.prefix(count))), paths.contains(outer)
        else { continue }
        return "The transforms of \(outer) and \(path) overlap."
      }
    }
    return nil
  }

  /// Returns the limit that a whole document violates, as a sentence, or nil if the document is
  /// valid.
  package static func violation(in document: StoredDocument) -> String? {
    let size = byteCount(ofDocumentAt: document.path, document.fields)
    guard size > maximumDocumentBytes else { return nil }
    return "The document \(document.path) is \(size.grouped) bytes in size; up to"
      + " \(maximumDocumentBytes.grouped) are allowed."
  }

  /// Returns the size of a document in bytes, calculated as in Firestore.
  ///
  /// See <https://cloud.google.com/firestore/docs/storage-size>.
  package static func byteCount(ofDocumentAt path: DocumentPath, _ fields: DocumentFields) -> Int {
    path.documentSize + fields.documentSize + 32
  }

  /// Returns the code and message for an invalid field name, or nil if the name is valid.
  static func problem(ofFieldNamed name: String) -> (code: DiagnosticCode, message: String)? {
    if name.isEmpty { return (.illegalKey, "a field name cannot be empty in Firestore") }
    if name.utf8.count > maximumFieldNameBytes {
      return (
        .keyTooLong,
        "this field name is \(name.utf8.count.grouped) bytes long; Firestore allows up to "
          + "\(maximumFieldNameBytes.grouped) bytes"
      )
    }
    guard isReserved(name) else { return nil }
    return (
      .illegalKey,
      "Firestore reserves the name \"\(name.escapingControls)\", because it begins and ends with two"
        + " underscores; rename the field"
    )
  }

  private static func violation(in fields: DocumentFields, depth: Int) -> String? {
    for field in fields {
      if let violation = violation(inFieldNamed: field.name) { return violation }
      if let violation = violation(in: field.value, depth: depth, isElement: false) {
        return "The field \(FieldPath(name: field.name)): \(violation)"
      }
    }
    return nil
  }

  private static func violation(
    in value: DocumentValue,
    depth: Int,
    isElement: Bool
  ) -> String? {
    guard depth <= maximumValueDepth + 1 else {
      return "Maps and arrays are nested more than \(maximumValueDepth) levels deep."
    }
    switch value {
    case .array(let elements):
      if isElement { return "An array cannot contain an array: put a map between them." }
      for element in elements {
        if let violation = violation(in: element, depth: depth + 1, isElement: true) {
          return violation
        }
      }
      return nil
    case .map(let fields):
      // The field name `__type__` is reserved, except in a vector.
      guard let vector = value.vector else { return violation(in: fields, depth: depth + 1) }
      return violation(inVector: vector, isElement: isElement)
    case .string(let text): return violation(inValueOf: text.utf8.count)
    case .bytes(let bytes): return violation(inValueOf: bytes.count)
    default: return nil
    }
  }

  private static func violation(inValueOf size: Int) -> String? {
    guard size > maximumValueBytes else { return nil }
    return
      "A value is \(size.grouped) bytes in size; up to \(maximumValueBytes.grouped) are allowed."
  }

  private static func violation(inVector vector: [Double], isElement: Bool) -> String? {
    if isElement { return "An array cannot contain a vector: put a map between them." }
    if vector.isEmpty || vector.count > maximumVectorDimensions {
      return "A vector has \(vector.count.grouped) dimensions; 1 to"
        + " \(maximumVectorDimensions.grouped) are allowed."
    }
    return vector.contains(where: \.isNaN) ? "A vector cannot contain NaN." : nil
  }

  private static func violation(inFieldNamed name: String) -> String? {
    if name.isEmpty { return "A field name is empty." }
    if name.utf8.count > maximumFieldNameBytes {
      return "A field name is \(name.utf8.count.grouped) bytes long; up to "
        + "\(maximumFieldNameBytes.grouped) are allowed."
    }
    guard isReserved(name) else { return nil }
    return
      "The field name \(name.escapingControls) is reserved, because it begins and ends with two "
      + "underscores."
  }

  private static func isReserved(_ name: String) -> Bool {
    name.utf8.count >= 4 && name.hasPrefix("__") && name.hasSuffix("__")
  }
}

/// Sizes in bytes, calculated as in <https://cloud.google.com/firestore/docs/storage-size>.
extension DocumentPath {
  fileprivate var documentSize: Int {
    segments.reduce(16) { $0 + $1.utf8.count + 1 }
  }
}

extension DocumentFields {
  fileprivate var documentSize: Int {
    reduce(0) { $0 + $1.name.utf8.count + 1 + $1.value.documentSize }
  }
}

extension DocumentValue {
  fileprivate var documentSize: Int {
    switch self {
    case .null, .boolean: 1
    case .integer, .double, .timestamp: 8
    case .geoPoint: 16
    case .string(let text): text.utf8.count + 1
    case .bytes(let bytes): bytes.count
    case .reference(let name): name.utf8.count + 16
    case .array(let elements): elements.reduce(0) { $0 + $1.documentSize }
    case .map(let fields): fields.documentSize
    }
  }
}
