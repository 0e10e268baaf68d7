/// The order of values in Firestore queries.
///
/// See <https://cloud.google.com/firestore/docs/concepts/data-types#value_type_ordering>.
package enum DocumentValueOrder {
  /// Compares two values; returns a negative number, zero or a positive number if the left one
  /// comes before, equals or comes after the right one.
  package static func compare(_ left: DocumentValue, _ right: DocumentValue) -> Int {
    let (leftRank, rightRank) = (rank(of: left), rank(of: right))
    guard leftRank == rightRank else { return leftRank < rightRank ? -1 : 1 }
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): return order(left ? 1 : 0, right ? 1 : 0)
    case (.timestamp(let left), .timestamp(let right)):
      return order(left.microseconds, right.microseconds)
    case (.string(let left), .string(let right)): return ExactText.compare(left, right)
    case (.bytes(let left), .bytes(let right)): return ExactText.compare(left, right)
    case (.reference(let left), .reference(let right)): return compareReferences(left, right)
    case (.geoPoint(let left), .geoPoint(let right)):
      let order = compareDegrees(left.latitude, right.latitude)
      return order == 0 ? compareDegrees(left.longitude, right.longitude) : order
    case (.array(let left), .array(let right)): return compare(left, right)
    case (.map(let leftFields), .map(let rightFields)):
      if let left = left.vector, let right = right.vector { return compare(left, right) }
      return compare(leftFields, rightFields)
    default: return compareNumbers(left, right)
    }
  }

  /// Returns true if two values have the same type in queries: 3 and 3.0 do, 3 and "3" do not.
  package static func haveSameType(_ left: DocumentValue, _ right: DocumentValue) -> Bool {
    rank(of: left) == rank(of: right)
  }

  private static func rank(of value: DocumentValue) -> Int {
    switch value {
    case .null: 0
    case .boolean: 1
    case .integer, .double: 2
    case .timestamp: 3
    case .string: 4
    case .bytes: 5
    case .reference: 6
    case .geoPoint: 7
    case .array: 8
    case .map: value.vector == nil ? 10 : 9
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  /// Compares two coordinates; negative zero comes before zero, unlike in the order of numbers.
  private static func compareDegrees(_ left: Double, _ right: Double) -> Int {
    let order = order(left, right)
    return order == 0
      ? self.order(left.sign == .minus ? 0 : 1, right.sign == .minus ? 0 : 1) : order
  }

  private static func compareNumbers(_ left: DocumentValue, _ right: DocumentValue) -> Int {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.double(let left), .double(let right)): compare(left, right)
    case (.integer(let left), .double(let right)): compare(left, right)
    case (.double(let left), .integer(let right)): -compare(right, left)
    default: 0
    }
  }

  /// Compares numbers; NaN comes first and equals itself, and negative zero equals zero.
  private static func compare(_ left: Double, _ right: Double) -> Int {
    switch (left.isNaN, right.isNaN) {
    case (true, true): 0
    case (true, false): -1
    case (false, true): 1
    case (false, false): order(left, right)
    }
  }

  /// Compares an integer with a double exactly; a conversion would round the integer.
  private static func compare(_ left: Int64, _ right: Double) -> Int {
    if right.isNaN { return 1 }
    // 2^63 is the first double beyond all integers, and -2^63 is the least integer.
    if right >= 0x1p63 { return -1 }
    if right < -0x1p63 { return 1 }
    let whole = right.rounded(.down)
    let order = order(left, Int64(whole))
    return order == 0 && right > whole ? -1 : order
  }

  private static func compareReferences(_ left: String, _ right: String) -> Int {
    let left = left.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let right = right.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return DocumentPath.compare(left, right)
  }

  private static func compare(_ left: [DocumentValue], _ right: [DocumentValue]) -> Int {
    for (left, right) in zip(left, right) {
      let order = compare(left, right)
      if order != 0 { return order }
    }
    return order(left.count, right.count)
  }

  /// Compares vectors: by dimension first, then by elements.
  private static func compare(_ left: [Double], _ right: [Double]) -> Int {
    guard left.count == right.count else { return order(left.count, right.count) }
    for (left, right) in zip(left, right) {
      let order = compare(left, right)
      if order != 0 { return order }
    }
    return 0
  }

  private static func compare(_ left: DocumentFields, _ right: DocumentFields) -> Int {
    for (left, right) in zip(left, right) {
      var order = ExactText.compare(left.name, right.name)
      if order == 0 { order = compare(left.value, right.value) }
      if order != 0 { return order }
    }
    return order(left.count, right.count)
  }
}
