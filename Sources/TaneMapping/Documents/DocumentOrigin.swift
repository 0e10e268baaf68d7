import TaneCore

/// The origin of a tree in Firestore: a document, or the documents of a collection by identifier.
struct DocumentOrigin {
  private let path: TreePath

  init(_ address: Address) { path = address.path }

  /// Returns the path of the document that contains the node of a frame.
  func document(of frame: TreeFrame) -> DocumentPath {
    let count = path.components.count
    let length = count.isMultiple(of: 2) ? count : count + 1
    return DocumentPath(Array((path.components + frame.components).prefix(length)))
  }
}
