/// What the database makes of a field when a write is done.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Write#FieldTransform>.
public struct DocumentTransform: Sendable, Equatable {
  /// What is made of the field.
  public enum Operation: Sendable, Equatable {
    /// The time of the commit, in whole milliseconds.
    case serverTime
    /// The field's number and this one together.
    case increment(DocumentValue)
    /// The greater of the field's number and this one.
    case maximum(DocumentValue)
    /// The lesser of the field's number and this one.
    case minimum(DocumentValue)
    /// The field's array with those of the values that it does not hold at its end.
    case appendMissing([DocumentValue])
    /// The field's array without these values.
    case removeAll([DocumentValue])
  }

  /// Where the field stands.
  public let path: FieldPath
  /// What is made of it.
  public let operation: Operation

  /// Creates a transform.
  public init(path: FieldPath, operation: Operation) {
    self.path = path
    self.operation = operation
  }

  /// Changes the field, and returns what the writer is told.
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
      let kept = Self.elements(current).filter { !Self.contains(values, $0) }
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

  /// The greater or the lesser number; of equal ones the one that is stored, of any and not-a-number
  /// not-a-number.
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
      if !contains(elements, value) { elements.append(value) }
    }
  }

  private static func elements(_ value: DocumentValue?) -> [DocumentValue] {
    guard case .array(let elements)? = value else { return [] }
    return elements
  }

  private static func contains(_ values: [DocumentValue], _ value: DocumentValue) -> Bool {
    values.contains { DocumentValueOrder.compare($0, value) == 0 }
  }
}

extension DocumentValue {
  /// Whether the value is a number of either kind.
  public var isNumber: Bool {
    switch self {
    case .integer, .double: true
    default: false
    }
  }

  /// Whether the value is not-a-number.
  public var isNaN: Bool {
    guard case .double(let number) = self else { return false }
    return number.isNaN
  }
}
