import TaneCore

/// A change to a document between two snapshots of a query.
public struct DocumentChange: Sendable, Equatable {
  /// The kinds of change.
  public enum Kind: Sendable, Hashable {
    /// The document was added to the query's result.
    case added
    /// The document's fields or position changed.
    case modified
    /// The document was removed from the query's result.
    case removed
  }

  /// The kind of the change.
  public let type: Kind
  /// The current document, or the last version of a removed document.
  public let document: QueryDocumentSnapshot
  /// The document's index after all earlier changes but before this one; nil for an added document.
  public let oldIndex: Int?
  /// The document's index after this change; nil for a removed document.
  public let newIndex: Int?

  /// Returns the changes from one list of documents to another, to be applied in order: removals,
  /// then additions and modifications in the new order.
  static func changes(
    from old: [QueryDocumentSnapshot],
    to new: [QueryDocumentSnapshot]
  ) -> [DocumentChange] {
    let newReferences = Set(new.map(\.reference))
    let before = Dictionary(old.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
    var current = old
    var changes: [DocumentChange] = []
    for document in old where !newReferences.contains(document.reference) {
      let index = current.firstIndex { $0.reference == document.reference }
      if let index { current.remove(at: index) }
      changes.append(
        DocumentChange(type: .removed, document: document, oldIndex: index, newIndex: nil)
      )
    }
    var previous: DocumentReference?
    for document in new {
      defer { previous = document.reference }
      if before[document.reference] == document { continue }
      let oldIndex = current.firstIndex { $0.reference == document.reference }
      if let oldIndex { current.remove(at: oldIndex) }
      // Inserts the document directly after its predecessor in the new order.
      let newIndex =
        previous.flatMap { previous in
          current.firstIndex { $0.reference == previous }
        }.map { $0 + 1 } ?? 0
      current.insert(document, at: newIndex)
      changes.append(
        DocumentChange(
          type: oldIndex == nil ? .added : .modified,
          document: document,
          oldIndex: oldIndex,
          newIndex: newIndex
        )
      )
    }
    return changes
  }
}
