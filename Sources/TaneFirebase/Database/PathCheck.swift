import TaneCore

/// Refuses what cannot exist in a Realtime Database.
enum PathCheck {
  /// Throws a `FirebaseError` that names every key of a path that the database forbids.
  static func check(_ path: TreePath, in database: String) throws {
    // A map for each key lets the check of trees see the whole path.
    var builder = TreeBuilder()
    for key in path.components {
      builder.beginMap()
      builder.setKey(key)
    }
    builder.append(true)
    for _ in path.components { builder.endContainer() }
    try check(builder.finish(), at: .root, in: database, failingWith: .invalidPath)
  }

  /// Throws a `FirebaseError` that names all that the database cannot hold in a value for a path.
  static func check(
    _ value: Tree,
    at path: TreePath,
    in database: String,
    failingWith code: FirebaseError.Code = .invalidValue
  ) throws {
    let errors = RealtimeDatabaseCheck.findings(in: value, at: path, of: database)
      .filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    let lines = errors.map { error in
      "\(error.address ?? Address(service: database, path: path)): \(error.message)"
    }
    throw FirebaseError(code, lines.joined(separator: "\n"))
  }
}
