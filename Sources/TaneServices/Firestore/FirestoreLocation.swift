package import TaneCore

/// The address of a Firestore database.
package struct FirestoreLocation: Sendable, Hashable {
  private static let production = "https://firestore.googleapis.com"

  /// The scheme, host and port.
  let origin: String
  package let database: DocumentDatabaseName
  /// A Boolean value indicating whether the database is served by an emulator.
  package let isEmulator: Bool

  /// Creates the location of a Firebase database by its name:
  /// `projects/PROJECT/databases/(default)`.
  ///
  /// - Throws: A `StoreError` for any other text.
  package init(firebase name: String) throws {
    guard let database = Self.database(named: name) else {
      throw StoreError(
        .unsupported,
        service: Redaction.url(name),
        "this is not the name of a Firestore database: expected projects/PROJECT/databases/(default)"
      )
    }
    origin = Self.production
    self.database = database
    isEmulator = false
  }

  /// Creates the location of a database with the given name
  /// (`projects/PROJECT/databases/(default)`) in an emulator at `http://HOST:PORT`.
  ///
  /// - Throws: A `StoreError` for any other URL or name.
  package init(emulator url: String, database name: String) throws {
    guard let address = WebAddress(url), address.scheme == "http", address.target == "/",
      let database = Self.database(named: name)
    else {
      throw StoreError(
        .unsupported,
        service: Redaction.url(url),
        "this is not a Firestore database of an emulator: expected http://HOST:PORT and"
          + " projects/PROJECT/databases/(default), found \"\(name.escapingControls)\""
      )
    }
    origin = address.origin
    self.database = database
    isEmulator = true
  }

  /// Parses a name, or returns nil if an ID has characters that are invalid for projects or
  /// databases.
  private static func database(named name: String) -> DocumentDatabaseName? {
    DocumentDatabaseName(parsing: name).flatMap { database in
      isIdentifier(database.project) && isIdentifier(database.database) ? database : nil
    }
  }

  /// Returns true if a string is an ID that needs no escaping in a URL.
  ///
  /// The names of domain-scoped projects contain a colon, and the name of the default database
  /// contains parentheses.
  private static func isIdentifier(_ text: String) -> Bool {
    let marks = Set("-._~:()".utf8)
    return !text.isEmpty && text != "." && text != ".."
      && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || marks.contains($0) }
  }

  /// Returns the URL of a document or a collection, or of a method for it.
  func url(
    _ path: DocumentPath = .root,
    method: String? = nil,
    _ parameters: [(name: String, value: String)] = []
  ) -> String {
    let segments = path.segments.map { "/" + PercentEncoding.encodeURLPart($0) }.joined()
    return "\(origin)/v1/\(database)/documents\(segments)"
      + (method.map { ":\($0)" } ?? "") + URLQuery.query(parameters)
  }

  /// The URL that starts an export to a bucket.
  var exportURL: String { "\(origin)/v1/\(database):exportDocuments" }

  /// Returns the URL of a long-running operation or of a method for it, or nil if the name is not
  /// of the form `projects/PROJECT/databases/DATABASE/operations/ID`.
  func operationURL(_ name: String, method: String? = nil) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, parts[4] == "operations", !parts[5].isEmpty,
      let database = Self.database(named: parts[..<4].joined(separator: "/"))
    else { return nil }
    let id = PercentEncoding.encodeURLPart(parts[5])
    return "\(origin)/v1/\(database)/operations/\(id)" + (method.map { ":\($0)" } ?? "")
  }

  /// The URL at which an emulator removes all documents.
  var emulatorURL: String { "\(origin)/emulator/v1/\(database)/documents" }
}

extension FirestoreLocation: CustomStringConvertible {
  /// The database's name; for an emulator, preceded by the emulator's URL.
  package var description: String {
    isEmulator ? "\(origin)/\(database)" : database.description
  }
}
