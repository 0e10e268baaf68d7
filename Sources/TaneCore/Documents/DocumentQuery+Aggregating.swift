extension DocumentQuery {
  /// Returns the query limited to documents that have all aggregated fields.
  ///
  /// As in Firestore, the query also orders by these fields, so that documents without them are
  /// excluded before the limit and the offset apply.
  package func requiringFields(of aggregations: [DocumentAggregation]) -> DocumentQuery {
    let fields = fieldsToOrder(for: aggregations)
    guard !fields.isEmpty else { return self }
    let orders = allOrders.filter { $0.path != .documentName }
    let isDescending = self.orders.last?.isDescending ?? false
    var query = self
    query.orders = orders + fields.map { Order($0, isDescending: isDescending) }
    return query
  }

  /// Returns the rule that aggregations of the query's documents violate, as a sentence, or nil if
  /// the aggregations are valid.
  package func violation(aggregating aggregations: [DocumentAggregation]) -> String? {
    if let violation { return violation }
    if aggregations.contains(where: { $0.path == .documentName }) {
      return "__name__ cannot be summed or averaged."
    }
    guard let field = fieldsToOrder(for: aggregations).first, isBoundByName else { return nil }
    return "To aggregate \(field), order the query by it before __name__."
  }

  /// Returns the aggregated fields that the query does not yet order by.
  private func fieldsToOrder(for aggregations: [DocumentAggregation]) -> [FieldPath] {
    Set(aggregations.compactMap(\.path)).subtracting(allOrders.map(\.path)).sorted()
  }

  /// A Boolean value indicating whether an order, an inequality or a cursor refers to documents'
  /// names, in which case no order can be added before the name.
  private var isBoundByName: Bool {
    orders.contains { $0.path == .documentName }
      || filter?.leaves.contains { $0.inequalityPath == .documentName } ?? false
      || [start, end].contains { $0?.values.count == allOrders.count }
  }
}
