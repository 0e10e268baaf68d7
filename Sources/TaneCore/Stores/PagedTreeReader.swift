/// A Realtime Database that can list some of a node's children without reading all of them.
package protocol PagedTreeReader: TreeReader {
  /// Returns the first keys of a node's children after a key, or the first of all, in key order.
  func childKeys(at path: TreePath, after key: String?, limit: Int) async throws -> [String]
}

extension TreeReader {
  /// Returns the first keys of a node's children after a key, or the first of all, in key order.
  ///
  /// A reader that cannot list in pages lists all keys each time.
  package func page(of path: TreePath, after key: String?, limit: Int) async throws -> [String] {
    if let paged = self as? any PagedTreeReader {
      return try await paged.childKeys(at: path, after: key, limit: limit)
    }
    let keys = try await childKeys(at: path)
    guard let key else { return Array(keys.prefix(limit)) }
    // A key identifies the position of the next page even if its child has been removed.
    let start = keys.firstIndex { KeyOrder.precedes(key, $0) } ?? keys.count
    return Array(keys[start...].prefix(limit))
  }
}
