import TaneCore

/// The documents of two files that are compared, as the trees that are.
struct DiffDocuments {
  /// How documents stand in a tree.
  enum Shape {
    /// The one document is the tree.
    case single
    /// By kind and name, as in `/Deployment/shops`, with the namespace between the two if there is one.
    case named
    /// One after another, as in `/0`.
    case listed
  }

  let shape: Shape

  /// Chooses the shape for the documents of both sides, none where a side has no such file.
  init(_ old: [Tree], _ new: [Tree]) {
    let (old, new) = (Self.held(old), Self.held(new))
    if old.count <= 1, new.count <= 1 {
      shape = .single
    } else {
      shape = Self.areNamed(old) && Self.areNamed(new) ? .named : .listed
    }
  }

  /// The tree of one side.
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

  /// The documents that hold anything: `---` may begin and end a file.
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

  /// The kind, the namespace and the name of a document, as Kubernetes has them or at its top.
  private static func path(of document: Tree) -> TreePath? {
    guard let kind = document["kind"]?.string,
      let name = document["metadata"]?["name"]?.string ?? document["name"]?.string
    else { return nil }
    let namespace = document["metadata"]?["namespace"]?.string
    return TreePath([kind] + (namespace.map { [$0] } ?? []) + [name])
  }
}
