/// A field transform that the database applies after a write.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Write#FieldTransform>.
package struct DocumentTransform: Sendable, Equatable {
  package enum Operation: Sendable, Equatable {
    /// Sets the field to the time of the commit, in whole milliseconds.
    case serverTime
    /// Adds a number to the field's number.
    case increment(DocumentValue)
    /// Sets the field to the greater of its current number and the given one.
    case maximum(DocumentValue)
    /// Sets the field to the lesser of its current number and the given one.
    case minimum(DocumentValue)
    /// Appends the values that the field's array does not contain.
    case appendMissing([DocumentValue])
    /// Removes the values from the field's array.
    case removeAll([DocumentValue])
  }

  package let path: FieldPath
  /// The operation on the field's current value.
  package let operation: Operation

  package init(path: FieldPath, operation: Operation) {
    self.path = path
    self.operation = operation
  }

  /// Applies the transform to the fields, and returns the transform result: the field's new value,
  /// or null for an array transform.
  func apply(to fields: inout DocumentFields, at time: DocumentTimestamp) -> DocumentValue {
    let current = fields[path]
    switch operation {
    case .serverTime: fields[path] = .timestamp(time.flooredToMilliseconds)
    case .increment(let operand): fields[path] = Self.sum(current, operand)
    case .maximum(let operand): fields[path] = Self.extreme(current, operand, isGreatest: true)
    case .minimum(let operand): fields[path] = Self.extreme(current, operand, isGreatest: false)
    case .appendMissing(let values):
      fields[path] = .array(Self.appending(values, to: current))
      return .null
    case .removeAll(let values):
      let kept = Self.elements(current).filter { !Self.isElement($0, of: values) }
      fields[path] = .array(kept)
      return .null
    }
    return fields[path] ?? .null
  }

  private static func sum(_ current: DocumentValue?, _ operand: DocumentValue) -> DocumentValue {
    switch (current, operand) {
    case (.integer(let left)?, .integer(let right)):
      let (sum, overflow) = left.addingReportingOverflow(right)
      return .integer(overflow ? (right < 0 ? .min : .max) : sum)
    case (.integer(let left)?, .double(let right)): return .double(Double(left) + right)
    case (.double(let left)?, .integer(let right)): return .double(left + Double(right))
    case (.double(let left)?, .double(let right)): return .double(left + right)
    default: return operand
    }
  }

  /// Returns the greater or lesser number: the stored one if they are equal, NaN if either is NaN.
  private static func extreme(
    _ current: DocumentValue?,
    _ operand: DocumentValue,
    isGreatest: Bool
  ) -> DocumentValue {
    guard let current, current.isNumber else { return operand }
    if current.isNaN { return current }
    if operand.isNaN { return operand }
    let order = DocumentValueOrder.compare(current, operand)
    return order == 0 || (order > 0) == isGreatest ? current : operand
  }

  private static func appending(
    _ values: [DocumentValue],
    to current: DocumentValue?
  ) -> [DocumentValue] {
    values.reduce(into: elements(current)) { elements, value in
      if !isElement(value, of: elements) { elements.append(value) }
    }
  }

  private static func elements(_ value: DocumentValue?) -> [DocumentValue] {
    guard case .array(let elements)? = value else { return [] }
    return elements
  }

  private static func isElement(_ value: DocumentValue, of values: [DocumentValue]) -> Bool {
    values.contains { DocumentValueOrder.compare($0, value) == 0 }
  }
}

extension DocumentValue {
  /// A Boolean value indicating whether the value is an integer or a double.
  package var isNumber: Bool {
    switch self {
    case .integer, .double: true
    default: false
    }
  }

  /// A Boolean value indicating whether the value is NaN.
  package var isNaN: Bool {
    guard case .double(let number) = self else { return false }
    return number.isNaN
  }
}
