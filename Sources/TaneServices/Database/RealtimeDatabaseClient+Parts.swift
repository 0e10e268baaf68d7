import TaneCore

/// Reading of nodes that are too large for one response.
extension RealtimeDatabaseClient {
  /// The number of keys per page, if a node has too many keys for one response.
  private static let keysPerPage = 100_000

  /// Reads a node in ranges of children, and splits children that are themselves too large.
  func readTreeInParts(at path: TreePath) async throws -> Tree {
    let keys = try await childKeys(at: path)
    guard !keys.isEmpty else { throw tooLarge(path) }
    var builder = TreeBuilder()
    builder.beginMap()
    var start = 0
    var count = max(1, keys.count / 16)
    while start < keys.count {
      let range = keys[start..<min(start + count, keys.count)]
      if let part = try await children(of: path, keyed: range) {
        for child in part.children {
          builder.setKey(of: child)
          builder.append(child)
        }
        start = range.endIndex
      } else if range.count > 1 {
        count = max(1, range.count / 2)
      } else {
        builder.setKey(keys[start])
        builder.append(try await readTreeInParts(at: path.appending(keys[start])))
        start += 1
      }
    }
    try await appendPriority(of: path, to: &builder)
    builder.endContainer()
    return builder.finish().storedForm()
  }

  /// Returns a map of children with consecutive keys, or nil if they are too large for a response.
  private func children(
    of path: TreePath,
    keyed keys: ArraySlice<String>
  ) async throws -> Tree? {
    guard let first = keys.first, let last = keys.last else { return .null }
    if keys.count == 1 {
      guard let child = try await wholeTree(at: path.appending(first)) else { return nil }
      return Tree(.map([(first, .tree(child))]))
    }
    let query = TreeQuery(
      order: .key,
      start: TreeQuery.Bound(Tree(.string(first))),
      end: TreeQuery.Bound(Tree(.string(last)))
    )
    let parameters = QueryParameters.parameters(of: query) ?? []
    let call = readCall(at: path, parameters: parameters + [("format", "export")])
    let answer = try await client.send(call)
    guard !answer.isTooLarge else { return nil }
    return Tree(
      .map(query.entries(of: try value(of: answer, call)).map { ($0.key, .tree($0.value)) })
    )
  }

  private func appendPriority(
    of path: TreePath,
    to builder: inout TreeBuilder
  ) async throws {
    let call = readCall(at: path.appending(".priority"), parameters: [])
    let priority = try value(of: try await client.send(call), call)
    guard !priority.isNull else { return }
    builder.setKey(".priority")
    builder.append(priority)
  }

  /// Returns the keys of a node, requested page by page as in the official command-line tool.
  func pagedChildKeys(at path: TreePath) async throws -> [String] {
    var keys: [String] = []
    while true {
      var parameters = [("shallow", "true"), ("limitToFirst", "\(Self.keysPerPage)")]
      if let last = keys.last { parameters.append(("startAfter", last)) }
      let call = readCall(at: path, parameters: parameters.map { (name: $0.0, value: $0.1) })
      let page = try value(of: try await client.send(call), call).children.compactMap(\.key)
      keys += page
      if page.count < Self.keysPerPage { return keys }
    }
  }

  private func tooLarge(_ path: TreePath) -> StoreError {
    StoreError(
      .tooLarge,
      service: client.service,
      "\(path): the value exceeds the response limit of the Realtime Database, and has no children "
        + "to read one by one",
      paths: [path]
    )
  }
}
