/// The name of a Firestore database: `projects/P/databases/D`.
public struct DocumentDatabaseName: Sendable, Hashable {
  /// The project that the database is of.
  public let project: String
  /// The database's identifier in its project.
  public let database: String

  /// Creates the name of a database, by default of the one that every project may have.
  public init(project: String, database: String = "(default)") {
    self.project = project
    self.database = database
  }

  /// Reads a name; nil where the text is none.
  public init?(parsing text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 4, parts[0] == "projects", parts[2] == "databases", !parts.contains("")
    else { return nil }
    self.init(project: parts[1], database: parts[3])
  }

  /// The full name of a document, by which other documents refer to it.
  public func reference(to path: DocumentPath) -> String { "\(self)/documents/\(path)" }

  /// The path of a document by its full name; nil for a document of another database.
  public func path(ofReference name: String) -> DocumentPath? {
    guard let parts = Self.parts(ofReference: name), parts.database == self else { return nil }
    return parts.path
  }

  /// The database and the path that a document's full name holds; nil where the text is none.
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
  /// The name as requests and values have it.
  public var description: String { "projects/\(project)/databases/\(database)" }
}
