import TaneCore

/// The name of a Firestore database: `projects/P/databases/D`.
struct DatabaseName: Sendable, Hashable {
  let project: String
  let database: String

  /// The name as requests and values have it.
  var text: String { "projects/\(project)/databases/\(database)" }

  /// The full name of a document.
  func name(of path: DocumentPath) -> String {
    path.segments.isEmpty ? "\(text)/documents" : "\(text)/documents/\(path)"
  }

  /// The path of a full name of this database.
  ///
  /// - Throws: A `GoogleFailure` for other names.
  func path(of name: String) throws(GoogleFailure) -> DocumentPath {
    let segments = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard segments.count >= 5, segments[0] == "projects", segments[2] == "databases",
      segments[4] == "documents"
    else {
      throw .invalid(
        "Invalid document name \"\(name.escapingControls)\": it must be \(text)/documents/…"
      )
    }
    guard segments[1] == project, segments[3] == database else {
      throw .invalid("The document \"\(name.escapingControls)\" is not of the database \(text).")
    }
    return DocumentPath(Array(segments.dropFirst(5)))
  }

  /// The path of a document's full name.
  func documentPath(of name: String) throws(GoogleFailure) -> DocumentPath {
    let path = try path(of: name)
    guard path.isDocument else {
      throw .invalid("\"\(name.escapingControls)\" is not the name of a document.")
    }
    if let objection = DocumentCheck.objection(to: path) { throw .invalid(objection) }
    return path
  }
}
