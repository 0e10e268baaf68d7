package import TaneCore
package import TaneFirestoreMessages

extension StoredDocument {
  /// The document as Firestore's gRPC has it, with the fields of a mask alone where there is one.
  package func message(
    of database: DocumentDatabaseName,
    mask: [FieldPath]? = nil
  ) -> ProtoDocument {
    var message = ProtoDocument()
    message.name = database.name(of: path)
    message.fields = (mask.map(fields.selecting) ?? fields).entries
    message.createTime = createTime.message
    message.updateTime = updateTime.message
    return message
  }

  /// Reads a document; its name was read before.
  package init(_ message: ProtoDocument, path: DocumentPath) throws(WireProblem) {
    self.init(
      path: path,
      fields: try DocumentFields(message.fields),
      createTime: try DocumentTimestamp(message.createTime),
      updateTime: try DocumentTimestamp(message.updateTime)
    )
  }
}

extension DocumentWriteResult {
  /// The result as Firestore's gRPC has it.
  package var message: ProtoWriteResult {
    var message = ProtoWriteResult()
    if let updateTime { message.updateTime = updateTime.message }
    message.transformResults = transformResults.map(\.message)
    return message
  }

  /// Reads the result of a write.
  package init(_ message: ProtoWriteResult) throws(WireProblem) {
    self.init(
      updateTime: message.hasUpdateTime ? try DocumentTimestamp(message.updateTime) : nil,
      transformResults: try DocumentValue.list(message.transformResults)
    )
  }
}
