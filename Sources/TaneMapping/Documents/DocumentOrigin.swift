import TaneCore

/// The origin of a tree in Firestore: one document, or a map of a collection's documents by ID.
struct DocumentOrigin {
  private let path: TreePath

  init(_ address: Address) { path = address.path }

  /// Returns the path of the document that contains a frame's node.
  func document(of frame: TreeFrame) -> DocumentPath {
    let count = path.components.count
    let length = count.isMultiple(of: 2) ? count : count + 1
    return DocumentPath(Array((path.components + frame.components).prefix(length)))
  }
}
