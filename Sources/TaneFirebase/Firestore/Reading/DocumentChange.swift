import TaneCore

/// A change to a document between two snapshots of a query.
public struct DocumentChange: Sendable, Equatable {
  /// The kinds of change.
  public enum Kind: Sendable, Hashable {
    /// The query selects the document now.
    case added
    /// The document has other fields, or stands elsewhere for that reason.
    case modified
    /// The query does not select the document any more.
    case removed
  }

  /// The kind of the change.
  public let type: Kind
  /// The document as it is now; one that is gone, as it was.
  public let document: QueryDocumentSnapshot
  /// Its place in the snapshot before, where the changes before this one are made; nil for none.
  public let oldIndex: Int?
  /// Its place when the change is made; nil for one that is gone.
  public let newIndex: Int?

  /// The changes that make one list of documents another, made one after the other: removals, then what
  /// was added or modified in the new order.
  static func changes(
    from old: [QueryDocumentSnapshot],
    to new: [QueryDocumentSnapshot]
  ) -> [DocumentChange] {
    let kept = Set(new.map(\.reference))
    let before = Dictionary(old.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
    var current = old
    var changes: [DocumentChange] = []
    for document in old where !kept.contains(document.reference) {
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
      // Behind the document that comes before it: those between the two are yet to be moved away.
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
