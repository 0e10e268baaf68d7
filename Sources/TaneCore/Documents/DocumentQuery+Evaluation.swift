extension DocumentQuery {
  private struct Candidate {
    let document: StoredDocument
    /// The values of the fields by which the query sorts.
    let keys: [DocumentValue]
  }

  /// Returns true if a document lies in a collection that the query covers.
  package func covers(_ path: DocumentPath) -> Bool {
    guard path.isDocument, parent.isAncestor(of: path) else { return false }
    let collection = path.parent
    if let collectionID, !ExactText.areEqual(collection.id, collectionID) { return false }
    return includesDescendants || collection.segments.count == parent.segments.count + 1
  }

  /// Returns the query's results, given documents in any order from collections that the query
  /// covers.
  package func documents(from documents: some Sequence<StoredDocument>) -> [StoredDocument] {
    let orders = allOrders
    let candidates = documents.compactMap { candidate($0, orders) }
      .filter { isBetweenCursors($0, orderedBy: orders) }
      .sorted { compare($0.keys, $1.keys, orders) < 0 }
    let rest = candidates.dropFirst(offset)
    return (limit.map { rest.prefix($0) } ?? rest).map(\.document)
  }

  /// Returns the document with its sort keys, or nil if it is not selected or lacks a sort key.
  private func candidate(
    _ document: StoredDocument,
    _ orders: [Order]
  ) -> Candidate? {
    func value(_ path: FieldPath) -> DocumentValue? {
      guard path == .documentName else { return document.fields[path] }
      return .reference(document.path.description)
    }
    guard filter?.selects(value) ?? true else { return nil }
    var keys: [DocumentValue] = []
    for order in orders {
      guard let key = value(order.path) else { return nil }
      keys.append(key)
    }
    return Candidate(document: document, keys: keys)
  }

  private func isBetweenCursors(_ candidate: Candidate, orderedBy orders: [Order]) -> Bool {
    if let start {
      let order = compare(candidate.keys, start.values, orders)
      guard order > 0 || order == 0 && start.isBefore else { return false }
    }
    if let end {
      let order = compare(candidate.keys, end.values, orders)
      guard order < 0 || order == 0 && !end.isBefore else { return false }
    }
    return true
  }

  /// Compares two lists of values in the directions of the orders; surplus values are ignored.
  private func compare(
    _ left: [DocumentValue],
    _ right: [DocumentValue],
    _ orders: [Order]
  ) -> Int {
    for (index, (left, right)) in zip(left, right).enumerated() {
      let order = DocumentValueOrder.compare(left, right)
      if order != 0 { return orders[index].isDescending ? -order : order }
    }
    return 0
  }
}
