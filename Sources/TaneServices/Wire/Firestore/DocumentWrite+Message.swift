#if Network
package import TaneCore
package import TaneFirestoreMessages

extension DocumentWrite {
  /// Creates a write from a message in a commit request.
  package init(_ message: ProtoWrite, of database: DocumentDatabaseName) throws(WireError) {
    var transforms = try DocumentTransform.list(message.updateTransforms)
    let isUpdate = if case .update = message.operation { true } else { false }
    try Self.check(hasMask: message.hasUpdateMask, isUpdate: isUpdate)
    let path: DocumentPath
    let operation: Operation
    switch message.operation {
    case .update(let document):
      path = try database.documentPath(of: document.name)
      let mask = try Self.mask(message.hasUpdateMask ? message.updateMask : nil)
      operation = .update(try DocumentFields(document.fields), mask: mask)
    case .delete(let name):
      path = try database.documentPath(of: name)
      operation = .delete
    case .verify(let name):
      path = try database.documentPath(of: name)
      operation = .verify
    case .transform(let transform):
      path = try database.documentPath(of: transform.document)
      operation = .update(DocumentFields(), mask: [])
      transforms += try DocumentTransform.list(transform.fieldTransforms)
      try Self.check(isEmpty: transforms.isEmpty)
    case nil: throw .invalid("A write has neither update, delete, verify nor transform.")
    }
    try self.init(
      path: path,
      reading: operation,
      transforms: transforms,
      precondition: DocumentPrecondition(
        message.hasCurrentDocument ? message.currentDocument : nil
      )
    )
  }

  /// Returns the paths of a document mask, or nil if there is no mask.
  package static func mask(_ message: ProtoDocumentMask?) throws(WireError) -> [FieldPath]? {
    guard let message else { return nil }
    return try paths(message.fieldPaths)
  }
}

extension DocumentPrecondition {
  /// Creates a precondition from a message, or no condition if the message is nil.
  package init(_ message: ProtoPrecondition?) throws(WireError) {
    switch message?.conditionType {
    case .exists(let exists): self = .exists(exists)
    case .updateTime(let time): self = .updateTime(try DocumentTimestamp(exactly: time))
    case nil: self = .none
    }
  }
}

extension DocumentTransform {
  fileprivate static func list(
    _ messages: [ProtoDocumentTransform.FieldTransform]
  ) throws(WireError) -> [DocumentTransform] {
    var transforms: [DocumentTransform] = []
    for message in messages {
      transforms.append(
        DocumentTransform(
          path: try FieldPath(reading: message.fieldPath),
          operation: try operation(message)
        )
      )
    }
    return transforms
  }

  private static func operation(
    _ message: ProtoDocumentTransform.FieldTransform
  ) throws(WireError) -> Operation {
    switch message.transformType {
    case .setToServerValue(.requestTime): return .serverTime
    case .setToServerValue: throw .invalid("setToServerValue must be REQUEST_TIME.")
    case .increment(let operand): return .increment(try number(operand))
    case .maximum(let operand): return .maximum(try number(operand))
    case .minimum(let operand): return .minimum(try number(operand))
    case .appendMissingElements(let array):
      return .appendMissing(try DocumentValue.list(array.values))
    case .removeAllFromArray(let array): return .removeAll(try DocumentValue.list(array.values))
    case nil:
      throw .invalid("A transform has no operation such as increment or setToServerValue.")
    }
  }

  private static func number(_ message: ProtoValue) throws(WireError) -> DocumentValue {
    let value = try DocumentValue(message)
    guard value.isNumber else {
      throw .invalid("The operand of a transform is not a number: expected an integer or a double.")
    }
    return value
  }
}
#endif
