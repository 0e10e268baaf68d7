extension Tree: Equatable {
  /// Returns true if two trees are equal, and their numbers also have the same kinds and signs of
  /// zero.
  package func isIdentical(to other: Tree) -> Bool {
    let options = ComparisonOptions(numbers: .byKindAndSign)
    return self == other && Changeset(from: other, to: self, options: options).isEmpty
  }

  /// Returns true if two trees have equal kinds, values and keys; positions are ignored.
  ///
  /// An integer equals a floating-point number of exactly the same value.
  public static func == (left: Tree, right: Tree) -> Bool {
    if left.storage === right.storage, left.index == right.index { return true }
    return NodeMemory.with(left) { memory in
      NodeMemory.with(right) {
        memory.isEqual(
          left.index,
          right.index,
          of: $0,
          sharing: left.storage.sharedCount(with: right.storage)
        )
      }
    }
  }

  /// Returns true if two scalars are equal; numbers are compared by value.
  func hasSameScalar(as other: Tree) -> Bool {
    guard tag == other.tag else { return false }
    switch (kind, other.kind) {
    case (.integer, .double), (.double, .integer):
      return numericOrder(to: other) == 0
    case (.double, .double):
      let (left, right) = (
        Double(bitPattern: record.payload), Double(bitPattern: other.record.payload)
      )
      return left == right || left.isNaN && right.isNaN
    case (.string, .string), (.decimal, .decimal):
      return withTextBytes { left in other.withTextBytes { left.elementsEqual($0) } }
    default:
      return kind == other.kind && record.payload == other.record.payload
    }
  }

  /// Compares two numbers exactly, without rounding integers; returns a negative number, zero or a
  /// positive number if this one is less than, equal to or greater than the other.
  ///
  /// NaN equals itself and comes before all other numbers, as in Firestore. Numbers beyond 64 bits
  /// are compared as the nearest floating-point number.
  func numericOrder(to other: Tree) -> Int {
    if let left = integer, let right = other.integer {
      return left == right ? 0 : left < right ? -1 : 1
    }
    if let left = integer, let right = other.double { return Self.order(left, right) }
    if let left = double, let right = other.integer { return -Self.order(right, left) }
    let (left, right) = (approximateDouble, other.approximateDouble)
    if left.isNaN || right.isNaN { return left.isNaN == right.isNaN ? 0 : left.isNaN ? -1 : 1 }
    return left == right ? 0 : left < right ? -1 : 1
  }

  /// The number as the nearest floating-point number, or NaN for other kinds.
  var approximateDouble: Double {
    integer.map(Double.init) ?? double ?? decimal.flatMap(Double.init) ?? .nan
  }

  private static func order(_ left: Int64, _ right: Double) -> Int {
    if right.isNaN { return 1 }
    // 2^63 is exact as a Double, and no Int64 reaches it.
    if right >= 0x1p63 { return -1 }
    if right < -0x1p63 { return 1 }
    let whole = Int64(right)
    if left != whole { return left < whole ? -1 : 1 }
    let fraction = right - right.rounded(.towardZero)
    return fraction == 0 ? 0 : fraction > 0 ? -1 : 1
  }
}
