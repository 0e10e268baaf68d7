/// The name of a Firestore database: `projects/P/databases/D`.
package struct DocumentDatabaseName: Sendable, Hashable {
  /// The identifier of the project.
  package let project: String
  /// The identifier of the database in its project.
  package let database: String

  package init(project: String, database: String = "(default)") {
    self.project = project
    self.database = database
  }

  /// Parses a name, or returns nil if the text is not valid.
  package init?(parsing text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 4, parts[0] == "projects", parts[2] == "databases", !parts.contains("")
    else { return nil }
    self.init(project: parts[1], database: parts[3])
  }

  /// Returns the full name of a document, as in references.
  package func reference(to path: DocumentPath) -> String { "\(self)/documents/\(path)" }

  /// Returns the path of a document from its full name, or nil if the name is invalid or belongs to
  /// another database.
  package func path(ofReference name: String) -> DocumentPath? {
    guard let parts = Self.parts(ofReference: name), parts.database == self else { return nil }
    return parts.path
  }

  /// Returns the database and the path of a document from its full name, or nil if the text is not
  /// valid.
  static func parts(
    ofReference name: String
  ) -> (database: DocumentDatabaseName, path: DocumentPath)? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 5, parts[0] == "projects", parts[2] == "databases",
      parts[4] == "documents", !parts[1].isEmpty, !parts[3].isEmpty
    else { return nil }
    let database = DocumentDatabaseName(project: String(parts[1]), database: String(parts[3]))
    return (database, DocumentPath(parts.dropFirst(5).map { String($0) }))
  }
}

extension DocumentDatabaseName: CustomStringConvertible {
  /// The name as in requests and references: `projects/P/databases/D`.
  package var description: String { "projects/\(project)/databases/\(database)" }
}
