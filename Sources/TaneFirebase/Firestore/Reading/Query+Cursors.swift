import TaneCore

extension Query {
  /// Returns the query starting at the given values of its order fields; values of the last fields
  /// can be omitted.
  ///
  /// ```swift
  /// posts.order(by: "likes").start(at: [10])
  /// ```
  public func start(at fieldValues: [Any]) -> Query { starting(fieldValues, isBefore: true) }

  /// Returns the query starting after the given values of its order fields.
  ///
  /// ```swift
  /// posts.order(by: "likes").start(after: [10])
  /// ```
  public func start(after fieldValues: [Any]) -> Query { starting(fieldValues, isBefore: false) }

  /// Returns the query ending at the given values of its order fields.
  ///
  /// ```swift
  /// posts.order(by: "likes").end(at: [10])
  /// ```
  public func end(at fieldValues: [Any]) -> Query { ending(fieldValues, isBefore: false) }

  /// Returns the query ending before the given values of its order fields.
  ///
  /// ```swift
  /// posts.order(by: "likes").end(before: [10])
  /// ```
  public func end(before fieldValues: [Any]) -> Query { ending(fieldValues, isBefore: true) }

  /// Returns the query starting at a document.
  ///
  /// ```swift
  /// posts.order(by: "likes").start(atDocument: first)
  /// ```
  public func start(atDocument document: DocumentSnapshot) -> Query {
    changed { $0.query.start = $0.cursor(document, isBefore: true) }
  }

  /// Returns the query starting after a document, such as the last document of the previous page.
  ///
  /// ```swift
  /// posts.order(by: "likes").start(afterDocument: last).limit(to: 20)
  /// ```
  public func start(afterDocument document: DocumentSnapshot) -> Query {
    changed { $0.query.start = $0.cursor(document, isBefore: false) }
  }

  /// Returns the query ending at a document.
  ///
  /// ```swift
  /// posts.order(by: "likes").end(atDocument: last)
  /// ```
  public func end(atDocument document: DocumentSnapshot) -> Query {
    changed { $0.query.end = $0.cursor(document, isBefore: false) }
  }

  /// Returns the query ending before a document.
  ///
  /// ```swift
  /// posts.order(by: "likes").end(beforeDocument: last)
  /// ```
  public func end(beforeDocument document: DocumentSnapshot) -> Query {
    changed { $0.query.end = $0.cursor(document, isBefore: true) }
  }

  private func starting(_ values: [Any], isBefore: Bool) -> Query {
    changed { $0.query.start = $0.cursor(values, isBefore: isBefore) }
  }

  private func ending(_ values: [Any], isBefore: Bool) -> Query {
    changed { $0.query.end = $0.cursor(values, isBefore: isBefore) }
  }
}

extension QueryDraft {
  fileprivate mutating func cursor(_ values: [Any], isBefore: Bool) -> DocumentQuery.Cursor? {
    guard !values.isEmpty, values.count <= query.orders.count else {
      addProblem(
        "the cursor has \(counted(values.count, "value")), but the query has"
          + " \(counted(query.orders.count, "order")): add an order(by:) for each value"
      )
      return nil
    }
    var operands: [DocumentValue] = []
    for (value, order) in zip(values, query.orders) {
      guard let operand = operand(value, for: order.path) else { return nil }
      operands.append(operand)
    }
    return DocumentQuery.Cursor(values: operands, isBefore: isBefore)
  }

  fileprivate mutating func cursor(
    _ snapshot: DocumentSnapshot,
    isBefore: Bool
  ) -> DocumentQuery.Cursor? {
    guard let document = snapshot.document else {
      addProblem("\(snapshot.reference) does not exist, so it cannot be a cursor")
      return nil
    }
    // Includes the document's name, which makes the cursor unique.
    query.orders = query.allOrders
    var values: [DocumentValue] = []
    for order in query.orders {
      if order.path == .documentName {
        values.append(.reference(document.path.description))
      } else if let value = document.fields[order.path] {
        values.append(value)
      } else {
        addProblem("\(snapshot.reference) has no field \(order.path), by which the query orders")
        return nil
      }
    }
    return DocumentQuery.Cursor(values: values, isBefore: isBefore)
  }
}
