package import TaneCore

/// The full names of documents and collections in the Firestore API.
extension DocumentDatabaseName {
  /// Returns the full name of a document, a collection or the root.
  package func name(of path: DocumentPath) -> String {
    path.segments.isEmpty ? "\(self)/documents" : "\(self)/documents/\(path)"
  }

  /// Parses the full name of a document, collection or the root, or returns nil if it is invalid.
  package static func parse(_ name: String) -> (database: Self, path: DocumentPath)? {
    let slash = UInt8(ascii: "/")
    let segments = name.utf8.split(separator: slash, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard segments.count >= 5, segments[0] == "projects", segments[2] == "databases",
      segments[4] == "documents"
    else { return nil }
    return (
      Self(project: segments[1], database: segments[3]),
      DocumentPath(Array(segments.dropFirst(5)))
    )
  }

  /// Returns the path for a full name in this database.
  ///
  /// - Throws: A `WireError` for an invalid name and for a name in another database.
  package func path(of name: String) throws(WireError) -> DocumentPath {
    guard let (database, path) = Self.parse(name) else {
      throw .invalid(
        "Invalid document name \"\(name.escapingControls)\": it must be \(self)/documents/…"
      )
    }
    guard database == self else {
      throw .invalid("The document \"\(name.escapingControls)\" is not in the database \(self).")
    }
    return path
  }

  /// Returns the path for the full name of a document, or throws if the name is invalid.
  package func documentPath(of name: String) throws(WireError) -> DocumentPath {
    let path = try path(of: name)
    try Self.checkIsDocument(path, named: name)
    if let violation = DocumentCheck.violation(in: path) { throw .invalid(violation) }
    return path
  }

  /// Throws unless a path identifies a document; `name` is the full name for the error.
  package static func checkIsDocument(
    _ path: DocumentPath,
    named name: String
  ) throws(WireError) {
    guard path.isDocument else {
      throw .invalid("\"\(name.escapingControls)\" is not the name of a document.")
    }
  }
}
