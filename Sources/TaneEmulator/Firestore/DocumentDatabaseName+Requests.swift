import TaneCore
import TaneFormats

extension DocumentDatabaseName {
  /// The path of a full name of this database.
  ///
  /// - Throws: A `GoogleFailure` for other names.
  func path(of name: String) throws(GoogleFailure) -> DocumentPath {
    guard let (database, path) = Self.parse(name) else {
      throw .invalid(
        "Invalid document name \"\(name.escapingControls)\": it must be \(self)/documents/…"
      )
    }
    guard database == self else {
      throw .invalid("The document \"\(name.escapingControls)\" is not of the database \(self).")
    }
    return path
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
