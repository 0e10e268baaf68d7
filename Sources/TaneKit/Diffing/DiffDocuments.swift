import TaneCore

/// An arrangement of the documents in two files as trees, so that they can be compared.
struct DiffDocuments {
  /// The structure of the trees.
  enum Shape {
    /// The only document is the root of the tree.
    case single
    /// The path is the document's kind, namespace (if any) and name, as in `/Deployment/shops`.
    case named
    /// The key is the document's index, as in `/0`.
    case listed
  }

  let shape: Shape

  /// Chooses the structure for the documents of both sides; a missing file has no documents.
  init(_ old: [Tree], _ new: [Tree]) {
    let (old, new) = (Self.removingEmpty(old), Self.removingEmpty(new))
    if old.count <= 1, new.count <= 1 {
      shape = .single
    } else {
      shape = Self.areNamed(old) && Self.areNamed(new) ? .named : .listed
    }
  }

  /// Returns the documents of one side as a tree.
  func tree(of documents: [Tree]) -> Tree {
    let documents = Self.removingEmpty(documents)
    switch shape {
    case .single: return documents.first ?? .null
    case .listed: return Tree(.list(documents.map { .tree($0) }))
    case .named:
      var assembly = TreeAssembly()
      for document in documents {
        _ = Self.path(of: document).flatMap { assembly.add(document, at: $0) }
      }
      return assembly.assembled()
    }
  }

  /// Removes empty documents, which a `---` at the start or end of a file creates.
  private static func removingEmpty(_ documents: [Tree]) -> [Tree] {
    documents.count > 1 ? documents.filter { !$0.isNull } : documents
  }

  private static func areNamed(_ documents: [Tree]) -> Bool {
    var paths: Set<TreePath> = []
    for document in documents {
      guard let path = path(of: document), paths.insert(path).inserted else { return false }
    }
    return !paths.contains { path in paths.contains { $0 != path && path.contains($0) } }
  }

  /// Returns the path of a document from the kind, namespace and name in its Kubernetes metadata or
  /// at its top level, or nil if the kind or the name is missing.
  private static func path(of document: Tree) -> TreePath? {
    guard let kind = document["kind"]?.string,
      let name = document["metadata"]?["name"]?.string ?? document["name"]?.string
    else { return nil }
    let namespace = document["metadata"]?["namespace"]?.string
    return TreePath([kind] + (namespace.map { [$0] } ?? []) + [name])
  }
}
