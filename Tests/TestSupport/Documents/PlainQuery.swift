package import TaneCore

/// A simple model of a query that compares values by their positions in a sorted list of all
/// values, and sorts documents by insertion.
package struct PlainQuery {
  private let query: DocumentQuery
  /// All values in order, with equal values grouped.
  private let groups: [[DocumentValue]]

  /// Creates a model of a query for documents that contain the given values.
  package init(_ query: DocumentQuery, values: [DocumentValue]) {
    self.query = query
    var groups: [[DocumentValue]] = []
    for value in values {
      if let index = groups.firstIndex(where: { DocumentValueOrder.compare($0[0], value) == 0 }) {
        groups[index].append(value)
      } else {
        let index = groups.firstIndex { DocumentValueOrder.compare($0[0], value) > 0 }
        groups.insert([value], at: index ?? groups.count)
      }
    }
    self.groups = groups
  }

  private func place(_ value: DocumentValue) -> Int {
    groups.firstIndex { $0.contains(value) } ?? -1
  }

  private func holds(_ filter: DocumentFilter, _ fields: DocumentFields) -> Bool {
    switch filter {
    case .all(let filters): return !filters.contains { !holds($0, fields) }
    case .any(let filters): return !filters.filter { holds($0, fields) }.isEmpty
    case .test(let path, let test):
      guard let value = fields[path] else { return false }
      let (isNull, isNaN) = (value == .null, place(value) == place(.double(.nan)))
      switch test {
      case .isNull: return isNull
      case .isNotNull: return !isNull
      case .isNaN: return isNaN
      case .isNotNaN: return !isNaN && !isNull
      }
    case .field(let path, let comparison, let operand):
      guard let value = fields[path] else { return false }
      return holds(comparison, value, operand)
    }
  }

  private func holds(
    _ comparison: DocumentFilter.Comparison,
    _ value: DocumentValue,
    _ operand: DocumentValue
  ) -> Bool {
    // Null and NaN equal no value, and are neither less nor greater than any value.
    let isSameType =
      DocumentValueOrder.haveSameType(value, operand) && ![value, operand].contains(.null)
      && ![value, operand].contains { $0.isNaN }
    switch comparison {
    case .equal: return isSameType && place(value) == place(operand)
    case .notEqual:
      return value != .null && operand != .null && !holds(.equal, value, operand)
    case .lessThan: return isSameType && place(value) < place(operand)
    case .lessThanOrEqual: return isSameType && place(value) <= place(operand)
    case .greaterThan: return isSameType && place(value) > place(operand)
    case .greaterThanOrEqual: return isSameType && place(value) >= place(operand)
    case .in: return elements(operand).contains { holds(.equal, value, $0) }
    case .arrayContains: return elements(value).contains { holds(.equal, $0, operand) }
    case .arrayContainsAny:
      return elements(value).contains { holds(.in, $0, operand) }
    case .notIn:
      return value != .null && !elements(operand).contains(.null)
        && !holds(.in, value, operand)
    }
  }

  private func elements(_ value: DocumentValue) -> [DocumentValue] {
    guard case .array(let elements) = value else { return [] }
    return elements
  }

  /// Returns a document's position in each order, negated if the order is descending.
  private func places(_ document: StoredDocument, _ names: [DocumentPath]) -> [Int]? {
    var places: [Int] = []
    for order in query.allOrders {
      let place: Int
      if order.path == .documentName {
        place = names.firstIndex(of: document.path) ?? 0
      } else {
        guard let value = document.fields[order.path] else { return nil }
        place = self.place(value)
      }
      places.append(order.isDescending ? -place : place)
    }
    return places
  }

  /// Returns a cursor's position in each order of the query.
  private func places(_ cursor: DocumentQuery.Cursor, _ names: [DocumentPath]) -> [Int] {
    zip(cursor.values, query.allOrders).map { value, order in
      var place = place(value)
      if order.path == .documentName, case .reference(let name) = value {
        place = names.firstIndex { $0.description == name } ?? 0
      }
      return order.isDescending ? -place : place
    }
  }

  /// Returns true if a document is in one of the query's collections.
  private func covers(_ path: DocumentPath) -> Bool {
    let (segments, parent) = (path.segments, query.parent.segments)
    guard segments.count > parent.count, Array(segments.prefix(parent.count)) == parent else {
      return false
    }
    let isDeep = segments.count > parent.count + 2
    return segments[segments.count - 2] == query.collectionID
      && (query.includesDescendants || !isDeep)
  }

  /// Returns the documents that match the query, in its order.
  package func documents(from documents: [StoredDocument]) -> [StoredDocument] {
    // A cursor may point to a document in another collection.
    let names = documents.map(\.path).sorted()
    let documents = documents.filter { covers($0.path) }
    var selected: [(places: [Int], document: StoredDocument)] = []
    for document in documents where query.filter.map({ holds($0, document.fields) }) ?? true {
      guard let places = places(document, names) else { continue }
      let index = selected.firstIndex { places.lexicographicallyPrecedes($0.places) }
      selected.insert((places, document), at: index ?? selected.count)
    }
    if let start = query.start {
      let bound = places(start, names)
      selected.removeAll { entry in
        let places = Array(entry.places.prefix(bound.count))
        return places.lexicographicallyPrecedes(bound) || places == bound && !start.isBefore
      }
    }
    if let end = query.end {
      let bound = places(end, names)
      selected.removeAll { entry in
        let places = Array(entry.places.prefix(bound.count))
        return bound.lexicographicallyPrecedes(places) || places == bound && end.isBefore
      }
    }
    let rest = selected.map(\.document).dropFirst(query.offset)
    return Array(rest.prefix(query.limit ?? rest.count))
  }

  /// Returns the number of documents with a field, and the sum and the mean of the field's numbers
  /// as doubles.
  package func numbers(
    of field: String,
    from documents: [StoredDocument]
  ) -> (count: Int, sum: Double, mean: Double?) {
    var (count, numbers): (Int, [Double]) = (0, [])
    let documents = documents.filter { $0.fields[field] != nil }
    for document in self.documents(from: documents) {
      switch document.fields[field] {
      case nil: continue
      case .integer(let number): numbers.append(Double(number))
      case .double(let number): numbers.append(number)
      default: break
      }
      count += 1
    }
    let sum = numbers.reduce(0, +)
    return (count, sum, numbers.isEmpty ? nil : sum / Double(numbers.count))
  }
}
