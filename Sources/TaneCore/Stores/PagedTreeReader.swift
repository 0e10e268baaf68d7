/// A Realtime Database that can list a page of a node's children without reading the others.
package protocol PagedTreeReader: TreeReader {
  /// Returns up to `limit` keys of a node's children in key order, starting after `key` if it is
  /// not nil.
  func childKeys(at path: TreePath, after key: String?, limit: Int) async throws -> [String]
}

extension TreeReader {
  /// Returns up to `limit` keys of a node's children in key order, starting after `key` if it is
  /// not nil.
  ///
  /// A reader without support for pages reads all keys on every call.
  package func page(of path: TreePath, after key: String?, limit: Int) async throws -> [String] {
    if let paged = self as? any PagedTreeReader {
      return try await paged.childKeys(at: path, after: key, limit: limit)
    }
    let keys = try await childKeys(at: path)
    guard let key else { return Array(keys.prefix(limit)) }
    // A key determines where the next page begins even if its child has been removed.
    let start = keys.firstIndex { KeyOrder.precedes(key, $0) } ?? keys.count
    return Array(keys[start...].prefix(limit))
  }
}
