/// The value order of the Realtime Database: null, false, true, numbers, strings, objects.
///
/// Objects are equal to each other, and equal values are sorted by key
/// (<https://firebase.google.com/docs/database/rest/retrieve-data#orderbychild>).
package enum ValueOrder {
  /// Compares two values; returns a negative number, zero or a positive number if the left one
  /// comes before, equals or comes after the right one.
  package static func compare(_ left: Tree, _ right: Tree) -> Int {
    let (leftRank, rightRank) = (rank(left), rank(right))
    guard leftRank == rightRank else { return leftRank - rightRank }
    switch leftRank {
    case numberRank:
      return left.numericOrder(to: right)
    case stringRank:
      return left.withTextBytes { left in
        right.withTextBytes { KeyOrder.compareByUTF16(left, $0) }
      }
    default:
      return 0
    }
  }

  private static let numberRank = 3
  private static let stringRank = 4

  private static func rank(_ value: Tree) -> Int {
    switch value.kind {
    case .null: 0
    case .bool: value.bool == true ? 2 : 1
    case .integer, .double, .decimal: numberRank
    case .string: stringRank
    case .list, .map: 5
    }
  }
}
