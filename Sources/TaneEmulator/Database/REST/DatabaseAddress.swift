import TaneCore

/// The target of a URL's path: a node of a database, or another endpoint of the service.
enum DatabaseAddress: Equatable {
  case node(TreePath)
  /// A setting, such as `/.settings/rules.json`.
  case setting(String)
  /// The names of all databases: `/.inspect/databases.json`.
  case databases

  private static let suffix = ".json"

  /// Parses the path of a request's target, which ends in `.json`.
  init(_ target: RequestTarget) throws(DatabaseFailure) {
    var segments = target.segments
    guard let last = segments.popLast(), last.hasSuffix(Self.suffix) else {
      throw DatabaseFailure(
        "404 Not Found (paths of data must end in .json: \(target.rawPath).json)",
        kind: .notFound
      )
    }
    let key = String(last.dropLast(Self.suffix.count))
    if !key.isEmpty { segments.append(key) }
    switch segments.first {
    case ".settings" where segments.count == 2: self = .setting(segments[1])
    case ".inspect" where segments.dropFirst() == ["databases"]: self = .databases
    case ".settings", ".inspect":
      throw DatabaseFailure("404 Not Found (\(target.rawPath))", kind: .notFound)
    default:
      let path = TreePath(segments)
      try DataValidator.check(path)
      self = .node(path)
    }
  }
}
