package import TaneCore

extension EmbeddedDatabase: PagedTreeReader {
  /// Returns the first keys of a node's children after a key, or the first of all, in key order;
  /// other children and all values are not read.
  package func childKeys(
    at path: TreePath,
    after key: String?,
    limit: Int
  ) async throws -> [String] {
    let segments = try await read { reader in
      let base = PathEncoding.encode(path)
      var range = LeafRange(childrenOf: base)
      if let key {
        var lower = base
        PathEncoding.append(key, to: &lower)
        range.lower = lower + [PathEncoding.pastSubtree]
      }
      return try reader.segments(in: range, limit: limit)
    }
    return (segments ?? []).compactMap { PathEncoding.decode($0)?.key }
  }
}
