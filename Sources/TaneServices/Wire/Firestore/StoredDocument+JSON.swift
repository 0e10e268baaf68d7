package import TaneCore

extension StoredDocument {
  /// Returns the document in the JSON format of the Firestore REST API, optionally limited to the
  /// fields of a mask.
  ///
  /// See <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents>.
  package func json(of database: DocumentDatabaseName, mask: [FieldPath]? = nil) -> TreeLiteral {
    let fields = mask.map(fields.selecting) ?? fields
    return .object([
      "name": .string(database.name(of: path)),
      "fields": fields.isEmpty ? TreeLiteral?.none : fields.json,
      "createTime": .string(createTime.description),
      "updateTime": .string(updateTime.description),
    ])
  }

  /// Creates a document from JSON; `path` is its parsed name.
  package init(_ json: ProtocolJSON, path: DocumentPath) throws(WireError) {
    var fields = DocumentFields()
    if let json = json["fields"] { fields = try ProtocolJSON(json.tree, at: "\(path)").fields() }
    self.init(
      path: path,
      fields: fields,
      createTime: try json.requiredTime("createTime"),
      updateTime: try json.requiredTime("updateTime")
    )
  }
}

extension DocumentCommit {
  /// The results of the writes in the format of a commit's response.
  package var json: TreeLiteral {
    .object([
      "writeResults": .nonEmpty(results.map(\.json)), "commitTime": .string(time.description),
    ])
  }

  /// Creates the results from the response to a commit.
  package init(_ json: ProtocolJSON) throws(WireError) {
    var results: [DocumentWriteResult] = []
    for result in try json.elements("writeResults") { results.append(try .init(result)) }
    self.init(results: results, time: try json.requiredTime("commitTime"))
  }
}

extension DocumentWriteResult {
  /// The result of a write in the response to a commit.
  package var json: TreeLiteral {
    .object([
      "updateTime": updateTime.map { .string($0.description) },
      "transformResults": .nonEmpty(transformResults.map(\.json)),
    ])
  }

  fileprivate init(_ json: ProtocolJSON) throws(WireError) {
    self.init(
      updateTime: try json.time("updateTime"),
      transformResults: try json.values("transformResults")
    )
  }
}

extension ProtocolJSON {
  fileprivate func requiredTime(_ name: String) throws(WireError) -> DocumentTimestamp {
    try ProtocolJSON(tree[name] ?? .null, at: name).timestamp()
  }
}
