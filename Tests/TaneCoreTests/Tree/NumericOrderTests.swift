import Testing

@testable import TaneCore

@Suite("Order of numbers")
struct NumericOrderTests {
  /// Groups of equal numbers, in order.
  private static let ordered: [[TreeLiteral]] = [
    [.double(.nan), .double(-.nan)], [.double(-.infinity)], [.integer(.min), .double(-0x1p63)],
    [.integer(-1), .double(-1)], [.double(-0.5)], [.integer(0), .double(0), .double(-0.0)],
    [.double(0.5)], [.integer(1), .double(1)], [.integer(.max)], [.double(0x1p63)],
    [.double(.infinity)],
  ]

  @Test("The order of numbers is total, with NaN first")
  func total() {
    let numbers = Self.ordered.enumerated().flatMap { rank, numbers in
      numbers.map { (rank, Tree($0)) }
    }
    for (leftRank, left) in numbers {
      for (rightRank, right) in numbers {
        let order = left.numericOrder(to: right)
        #expect(order.signum() == (leftRank - rightRank).signum(), "\(left) \(right)")
        #expect(left.hasSameScalar(as: right) == (leftRank == rightRank), "\(left) \(right)")
      }
    }
  }
}
