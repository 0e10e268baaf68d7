import TaneCore

/// The documents of two files, arranged as trees to compare.
struct DiffDocuments {
  /// An arrangement of documents in a tree.
  enum Shape {
    /// The only document is the root.
    case single
    /// The key is the kind and name, as in `/Deployment/shops`, with any namespace between them.
    case named
    /// The key is the index, as in `/0`.
    case listed
  }

  let shape: Shape

  /// Chooses the arrangement for the documents of both sides; a missing file has no documents.
  init(_ old: [Tree], _ new: [Tree]) {
    let (old, new) = (Self.held(old), Self.held(new))
    if old.count <= 1, new.count <= 1 {
      shape = .single
    } else {
      shape = Self.areNamed(old) && Self.areNamed(new) ? .named : .listed
    }
  }

  /// Returns the tree of one side.
  func tree(of documents: [Tree]) -> Tree {
    let documents = Self.held(documents)
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

  /// Removes empty documents, since `---` may begin and end a file.
  private static func held(_ documents: [Tree]) -> [Tree] {
    documents.count > 1 ? documents.filter { !$0.isNull } : documents
  }

  private static func areNamed(_ documents: [Tree]) -> Bool {
    var paths: Set<TreePath> = []
    for document in documents {
      guard let path = path(of: document), paths.insert(path).inserted else { return false }
    }
    return !paths.contains { path in paths.contains { $0 != path && path.contains($0) } }
  }

  /// Returns the kind, namespace and name of a document, from its Kubernetes metadata or its top
  /// level.
  private static func path(of document: Tree) -> TreePath? {
    guard let kind = document["kind"]?.string,
      let name = document["metadata"]?["name"]?.string ?? document["name"]?.string
    else { return nil }
    let namespace = document["metadata"]?["namespace"]?.string
    return TreePath([kind] + (namespace.map { [$0] } ?? []) + [name])
  }
}
