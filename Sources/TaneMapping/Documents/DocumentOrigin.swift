import TaneCore

/// Where a tree stands in Firestore that is a document, or the documents of a collection by their identifiers.
struct DocumentOrigin {
  private let path: TreePath

  init(_ address: Address) { path = address.path }

  /// The document that holds the node of a frame.
  func document(of frame: TreeFrame) -> DocumentPath {
    let count = path.components.count
    let length = count.isMultiple(of: 2) ? count : count + 1
    return DocumentPath(Array((path.components + frame.components).prefix(length)))
  }
}
