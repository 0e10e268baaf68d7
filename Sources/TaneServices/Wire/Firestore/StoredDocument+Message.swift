#if Network
package import TaneCore
package import TaneFirestoreMessages

extension StoredDocument {
  /// Returns the document as a Firestore gRPC message, optionally limited to the fields of a mask.
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

  /// Creates a document from a message; `path` is its parsed name.
  package init(_ message: ProtoDocument, path: DocumentPath) throws(WireError) {
    self.init(
      path: path,
      fields: try DocumentFields(message.fields),
      createTime: try DocumentTimestamp(message.createTime),
      updateTime: try DocumentTimestamp(message.updateTime)
    )
  }
}

extension DocumentWriteResult {
  /// The result as a Firestore gRPC message.
  package var message: ProtoWriteResult {
    var message = ProtoWriteResult()
    if let updateTime { message.updateTime = updateTime.message }
    message.transformResults = transformResults.map(\.message)
    return message
  }
}
#endif
