package import TaneCore

extension DocumentWrite {
  /// Creates a write from the JSON in a commit request.
  ///
  /// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Write>.
  package init(_ json: ProtocolJSON, of database: DocumentDatabaseName) throws(WireError) {
    let precondition = try DocumentPrecondition(json["currentDocument"])
    try Self.check(hasMask: json["updateMask"] != nil, isUpdate: json["update"] != nil)
    var transforms = try DocumentTransform.list(json.elements("updateTransforms"))
    let path: DocumentPath
    let operation: Operation
    if let update = json["update"] {
      guard let name = try update.text("name") else { throw .invalid("An update has no name.") }
      path = try database.documentPath(of: name)
      let fields = try update["fields"]?.fields() ?? DocumentFields()
      operation = .update(fields, mask: try Self.mask(json["updateMask"]))
    } else if let name = try json.text("delete") {
      path = try database.documentPath(of: name)
      operation = .delete
    } else if let name = try json.text("verify") {
      path = try database.documentPath(of: name)
      operation = .verify
    } else if let transform = json["transform"] {
      guard let name = try transform.text("document") else {
        throw .invalid("A transform has no document.")
      }
      path = try database.documentPath(of: name)
      operation = .update(DocumentFields(), mask: [])
      transforms += try DocumentTransform.list(transform.elements("fieldTransforms"))
      try Self.check(isEmpty: transforms.isEmpty)
    } else {
      throw json.unexpected("update, delete, verify or transform")
    }
    try self.init(
      path: path,
      reading: operation,
      transforms: transforms,
      precondition: precondition
    )
  }

  /// Creates a write from parsed parts, or throws if it has transforms but no update.
  init(
    path: DocumentPath,
    reading operation: Operation,
    transforms: [DocumentTransform],
    precondition: DocumentPrecondition
  ) throws(WireError) {
    if !transforms.isEmpty, operation == .delete || operation == .verify {
      throw .invalid("Transforms require an update; this write has none.")
    }
    self.init(
      path: path,
      operation: operation,
      transforms: transforms,
      precondition: precondition
    )
  }

  static func check(hasMask: Bool, isUpdate: Bool) throws(WireError) {
    if hasMask, !isUpdate { throw .invalid("An update mask requires an update.") }
  }

  static func check(isEmpty: Bool) throws(WireError) {
    if isEmpty { throw .invalid("A transform has no field transforms.") }
  }

  /// Returns the paths of a document mask, or nil if there is no mask.
  package static func mask(_ json: ProtocolJSON?) throws(WireError) -> [FieldPath]? {
    guard let json else { return nil }
    return try paths(json.texts("fieldPaths"))
  }

  /// Parses field paths.
  package static func paths(_ texts: [String]) throws(WireError) -> [FieldPath] {
    var paths: [FieldPath] = []
    for text in texts { paths.append(try FieldPath(reading: text)) }
    return paths
  }
}

extension DocumentPrecondition {
  /// Creates a precondition from JSON; nil means no condition.
  init(_ json: ProtocolJSON?) throws(WireError) {
    guard let json else {
      self = .none
      return
    }
    if let exists = try json.flag("exists") {
      self = .exists(exists)
    } else if let time = try json.time("updateTime") {
      self = .updateTime(time)
    } else {
      self = .none
    }
  }
}

extension DocumentTransform {
  fileprivate static func list(
    _ json: [ProtocolJSON]
  ) throws(WireError) -> [DocumentTransform] {
    var transforms: [DocumentTransform] = []
    for element in json { transforms.append(try DocumentTransform(element)) }
    return transforms
  }

  private init(_ json: ProtocolJSON) throws(WireError) {
    guard let text = try json.text("fieldPath") else {
      throw .invalid("A transform has no fieldPath.")
    }
    self.init(path: try FieldPath(reading: text), operation: try Self.operation(json))
  }

  private static func operation(_ json: ProtocolJSON) throws(WireError) -> Operation {
    if json.has("setToServerValue") {
      guard try json.choice("setToServerValue", [("REQUEST_TIME", 1, true)]) != nil else {
        throw .invalid("setToServerValue must be REQUEST_TIME.")
      }
      return .serverTime
    }
    if let operand = json["increment"] { return .increment(try number(operand)) }
    if let operand = json["maximum"] { return .maximum(try number(operand)) }
    if let operand = json["minimum"] { return .minimum(try number(operand)) }
    if let array = json["appendMissingElements"] {
      return .appendMissing(try array.values("values"))
    }
    if let array = json["removeAllFromArray"] { return .removeAll(try array.values("values")) }
    throw json.unexpected("a transform such as increment or setToServerValue")
  }

  private static func number(_ json: ProtocolJSON) throws(WireError) -> DocumentValue {
    let value = try json.value()
    guard value.isNumber else { throw json.unexpected("an integerValue or a doubleValue") }
    return value
  }
}
