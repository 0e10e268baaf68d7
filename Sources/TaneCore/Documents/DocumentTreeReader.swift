/// A decoder that reads documents from trees and rebuilds the trees in canonical form.
struct DocumentTreeReader {
  let path: DocumentPath
  let database: DocumentDatabaseName
  private(set) var serverTimestamps: [FieldPath] = []
  private(set) var findings: [Diagnostic] = []
  var builder = TreeBuilder()
  /// The keys and indices on the path to the current value.
  private var steps: [String] = []
  /// The number of lists on the path to the current value.
  private var openLists = 0

  init(path: DocumentPath, database: DocumentDatabaseName) {
    (self.path, self.database) = (path, database)
  }

  /// Decodes the fields of a document, and checks its size and its number of server timestamps.
  mutating func readDocument(_ tree: Tree) -> DocumentFields {
    let fields = readMap(tree)
    let times = serverTimestamps.reduce(into: fields) { fields, path in
      fields[path] = .timestamp(DocumentTimestamp(microseconds: 0))
    }
    let size = DocumentCheck.byteCount(ofDocumentAt: path, times)
    if size > DocumentCheck.maximumDocumentBytes {
      report(
        .documentTooLarge,
        at: tree.position,
        "this document is \(size.grouped) bytes in size; Firestore allows up to "
          + "\(DocumentCheck.maximumDocumentBytes.grouped) bytes (1 MiB): split it"
      )
    }
    if serverTimestamps.count > DocumentCheck.maximumTransforms {
      report(
        .tooManyServerTimestamps,
        at: tree.position,
        "this document has \(serverTimestamps.count.grouped) !server-timestamp values; Firestore "
          + "allows up to \(DocumentCheck.maximumTransforms) in one write"
      )
    }
    return fields
  }

  // MARK: Containers

  private mutating func readMap(_ map: Tree) -> DocumentFields {
    builder.setPosition(of: map)
    builder.beginMap()
    var fields = DocumentFields()
    for child in map.children {
      let name = child.key ?? ""
      steps.append(name)
      builder.setKey(of: child)
      if child.tag == .serverTimestamp {
        readServerTimestamp(child)
      } else {
        fields[name] = read(child)
      }
      steps.removeLast()
    }
    builder.endContainer()
    checkNames(in: map, fields)
    return fields
  }

  private mutating func readList(_ list: Tree) -> [DocumentValue] {
    builder.setPosition(of: list)
    builder.beginList()
    openLists += 1
    var elements: [DocumentValue] = []
    for (index, child) in list.children.enumerated() {
      steps.append(String(index))
      if child.kind == .list {
        report(
          .nestedList,
          at: child.position,
          "this list is directly inside a list, which Firestore does not support; put a map "
            + "between them"
        )
      }
      if child.tag == .serverTimestamp {
        readServerTimestamp(child)
        elements.append(.null)
      } else {
        elements.append(read(child))
      }
      steps.removeLast()
    }
    openLists -= 1
    builder.endContainer()
    return elements
  }

  private mutating func read(_ tree: Tree) -> DocumentValue {
    if tree.kind.isContainer, tree.tag == .none, steps.count > DocumentCheck.maximumValueDepth {
      if steps.count == DocumentCheck.maximumValueDepth + 1 {
        report(
          .tooDeep,
          at: tree.position,
          "this \(tree.kind) is nested in \(DocumentCheck.maximumValueDepth) maps and lists; "
            + "Firestore allows up to \(DocumentCheck.maximumValueDepth) levels: move it to a "
            + "higher level"
        )
      }
      return .null.append(to: &builder, at: tree)
    }
    switch tree.tag {
    case .none, .expression: return readPlain(tree)
    case .timestamp: return readTimestamp(tree)
    case .geopoint: return readPoint(tree)
    case .reference: return readReference(tree)
    case .bytes: return readBytes(tree)
    case .serverTimestamp: return .null
    }
  }

  private mutating func readPlain(_ tree: Tree) -> DocumentValue {
    switch tree.kind {
    case .map: return .map(readMap(tree))
    case .list: return .array(readList(tree))
    case .decimal:
      report(
        .numberOutOfRange,
        at: tree.position,
        "\(tree.decimal ?? "") would be rounded: Firestore stores 64-bit integers and "
          + "floating-point numbers; quote it to keep it as a string"
      )
      return .null.append(to: &builder, at: tree)
    default:
      builder.append(tree)
      return Self.scalar(tree)
    }
  }

  private static func scalar(_ tree: Tree) -> DocumentValue {
    tree.bool.map { .boolean($0) } ?? tree.integer.map { .integer($0) }
      ?? tree.double.map { .double($0) } ?? tree.string.map { .string($0) } ?? .null
  }

  // MARK: Typed values

  private mutating func readServerTimestamp(_ tree: Tree) {
    builder.setPosition(of: tree)
    builder.appendNull(tag: .serverTimestamp)
    if openLists > 0 {
      report(
        .unsupportedTag,
        at: tree.position,
        "!server-timestamp is in a list; Firestore supports it only in fields"
      )
    } else if let path = FieldPath(names: steps) {
      serverTimestamps.append(path)
    }
  }

  private mutating func readTimestamp(_ tree: Tree) -> DocumentValue {
    guard let text = tree.string, let time = DocumentTimestamp(parsing: text) else {
      return rejectValue(
        tree,
        "is not a time: !timestamp expects RFC 3339 with a year from 1 to 9999, such as "
          + "2026-01-31T09:00:00+09:00"
      )
    }
    return .timestamp(time).append(to: &builder, at: tree)
  }

  private mutating func readBytes(_ tree: Tree) -> DocumentValue {
    guard let text = tree.string, let bytes = Base64.bytes(of: text, requiringPadding: true) else {
      return rejectValue(
        tree,
        "is not valid base64: !bytes expects padded groups of four characters"
      )
    }
    return .bytes(bytes).append(to: &builder, at: tree)
  }

  private mutating func readReference(_ tree: Tree) -> DocumentValue {
    let text = tree.string ?? ""
    let isFull = DocumentDatabaseName.parts(ofReference: text) != nil
    let path =
      DocumentDatabaseName.parts(ofReference: text)?.path ?? DocumentPath(parsing: text)
    if !path.isDocument {
      return rejectValue(
        tree,
        "is not a document path: !reference expects alternating collections and documents, such as "
          + "posts/p1"
      )
    }
    if let violation = DocumentCheck.violation(in: path) {
      return rejectValue(tree, "is not a document path: \(violation.asClause)")
    }
    return DocumentValue.reference(isFull ? text : database.reference(to: path))
      .append(to: &builder, at: tree, in: database)
  }

  private mutating func readPoint(_ tree: Tree) -> DocumentValue {
    let keys = [GeographicPoint.latitudeKey, GeographicPoint.longitudeKey]
    for child in tree.children {
      guard let key = child.key, !keys.contains(key) else { continue }
      report(
        .wrongDocumentType,
        at: child.keyPosition,
        "unknown key \"\(key.escapingControls)\" of !geopoint (known: "
          + "\(keys.joined(separator: ", ")))"
          + Suggestion.clause(for: key, among: keys)
      )
    }
    let latitude = readDegrees(of: tree, keys[0], to: 90)
    let longitude = readDegrees(of: tree, keys[1], to: 180)
    guard let latitude, let longitude,
      let point = GeographicPoint(latitude: latitude, longitude: longitude)
    else { return .null.append(to: &builder, at: tree) }
    return .geoPoint(point).append(to: &builder, at: tree)
  }

  private mutating func readDegrees(of point: Tree, _ key: String, to limit: Double) -> Double? {
    let expectation = "expected degrees, a number from -\(Int(limit)) to \(Int(limit))"
    guard let tree = point[key] else {
      report(.wrongDocumentType, at: point.position, "this !geopoint has no \(key); \(expectation)")
      return nil
    }
    guard let degrees = tree.double ?? tree.integer.map(Double.init), abs(degrees) <= limit else {
      report(
        .wrongDocumentType,
        at: tree.position,
        "this is not a \(key): \(expectation)\(tree.double == nil && tree.integer == nil ? ", found \(Self.name(of: tree))" : "")"
      )
      return nil
    }
    return degrees
  }

  // MARK: Findings

  private mutating func rejectValue(_ tree: Tree, _ problem: String) -> DocumentValue {
    report(
      .invalidDocumentValue,
      at: tree.position,
      "\"\((tree.string ?? "").escapingControls)\" \(problem)"
    )
    return .null.append(to: &builder, at: tree)
  }

  /// Checks the names of a map's fields; only a vector may have the reserved name `__type__`.
  private mutating func checkNames(in map: Tree, _ fields: DocumentFields) {
    if DocumentValue.map(fields).vector != nil { return }
    guard map["__type__"]?.string != "__vector__" else {
      return report(
        .invalidDocumentValue,
        at: map.position,
        "this is not a vector: expected the key \"value\" next to \"__type__\", containing a list "
          + "of numbers with decimal points, such as 1.0"
      )
    }
    for child in map.children {
      let name = child.key ?? ""
      guard let problem = DocumentCheck.problem(ofFieldNamed: name) else { continue }
      steps.append(name)
      report(problem.code, at: child.keyPosition, problem.message)
      steps.removeLast()
    }
  }

  mutating func report(_ code: DiagnosticCode, at position: SourcePosition?, _ message: String) {
    let address = Address(document: path, below: TreePath(steps))
    findings.append(.error(code, message, at: position, address: address))
  }

  /// Returns the name of a tree's type, with an article, for messages.
  static func name(of tree: Tree) -> String {
    if let tag = tree.tag.yamlName { return tag }
    return switch tree.kind {
    case .null: "null"
    case .integer: "an integer"
    default: "a \(tree.kind)"
    }
  }
}

extension DocumentValue {
  /// Appends the value to a builder with the position of `tree`, and returns the value.
  fileprivate func append(
    to builder: inout TreeBuilder,
    at tree: Tree,
    in database: DocumentDatabaseName? = nil
  ) -> DocumentValue {
    builder.setPosition(of: tree)
    builder.append(self, in: database)
    return self
  }
}

extension DiagnosticCode {
  /// A value of the wrong kind; the same code as `DiagnosticCode.wrongType` in TaneProject.
  static let wrongDocumentType: DiagnosticCode = "wrong-type"
  /// An invalid value of the right kind; the same code as `DiagnosticCode.invalidValue` in
  /// TaneProject.
  static let invalidDocumentValue: DiagnosticCode = "invalid-value"
}

extension String {
  /// The sentence as a clause: without its period, and in lowercase.
  var asClause: String {
    let text = hasSuffix(".") ? String(dropLast()) : self
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
