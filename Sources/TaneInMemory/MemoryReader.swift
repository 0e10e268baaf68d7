import TaneCore

/// A view of an in-memory database's current data, for converting writes in export form.
struct MemoryReader: ExportFormReader {
  let root: MemoryNode?

  func tree(at path: TreePath) -> Tree {
    root?.descendant(path.keyBytes[...])?.tree() ?? .null
  }

  func keys(at path: TreePath, limit: Int) -> [String] {
    guard case .children(let children) = root?.descendant(path.keyBytes[...]) else { return [] }
    return children.keys.prefix(limit).map { String(decoding: $0, as: UTF8.self) }
  }
}
