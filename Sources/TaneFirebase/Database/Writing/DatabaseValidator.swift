import TaneCore

/// A validator for paths and values that are written to a Realtime Database.
enum DatabaseValidator {
  /// Throws a `FirebaseError` that names every forbidden key of a path.
  static func check(_ path: TreePath, in database: String) throws {
    let errors = RealtimeDatabaseCheck.findings(about: path, of: database)
    try throwIfInvalid(errors, at: path, in: database, failingWith: .invalidPath)
  }

  /// Throws a `FirebaseError` that names each nested value that the database cannot store.
  static func check(
    _ value: Tree,
    at path: TreePath,
    in database: String,
    failingWith code: FirebaseError.Code = .invalidValue
  ) throws {
    let errors = RealtimeDatabaseCheck.findings(in: value, at: path, of: database)
      .filter { $0.severity == .error }
    try throwIfInvalid(errors, at: path, in: database, failingWith: code)
  }

  private static func throwIfInvalid(
    _ errors: [Diagnostic],
    at path: TreePath,
    in database: String,
    failingWith code: FirebaseError.Code
  ) throws {
    guard !errors.isEmpty else { return }
    let lines = errors.map { error in
      "\(error.address ?? Address(service: database, path: path)): \(error.message)"
    }
    throw FirebaseError(code, lines.joined(separator: "\n"))
  }
}
