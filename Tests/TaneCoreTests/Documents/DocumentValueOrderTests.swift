import TestSupport
import TaneCore
import Testing

@Suite("Order of Firestore values")
struct DocumentValueOrderTests {
  private static func point(_ latitude: Double, _ longitude: Double) -> DocumentValue {
    GeographicPoint(latitude: latitude, longitude: longitude).map { .geoPoint($0) } ?? .null
  }

  private static func vector(_ numbers: Double...) -> DocumentValue {
    .map(["__type__": .string("__vector__"), "value": .array(numbers.map { .double($0) })])
  }

  private static let name = "projects/p/databases/d/documents"

  /// Groups of equal values, in order.
  private static let groups: [[DocumentValue]] = [
    [.null], [.boolean(false)], [.boolean(true)], [.double(.nan), .double(-.nan)],
    [.double(-.infinity)], [.double(-0x1.1p63)], [.integer(.min), .double(-0x1p63)],
    [.integer(.min + 1)], [.double(-1.5)], [.integer(-1), .double(-1)],
    [.double(-.leastNonzeroMagnitude)], [.integer(0), .double(0), .double(-0.0)],
    [.double(.leastNonzeroMagnitude)], [.integer(1), .double(1)], [.double(1.5)],
    [.integer(9_007_199_254_740_992), .double(9_007_199_254_740_992)],
    [.integer(9_007_199_254_740_993)],
    [.integer(9_007_199_254_740_994), .double(9_007_199_254_740_994)],
    [.integer(.max)], [.double(0x1p63)], [.double(.infinity)],
    [.timestamp(DocumentTimestamp(microseconds: -1))],
    [.timestamp(DocumentTimestamp(microseconds: 0))], [.string("")], [.string("a")],
    [.string("a\u{0}")], [.string("ab")], [.string("e\u{301}")], [.string("é")],
    // In the order of UTF-16, the second string would precede the first.
    [.string("\u{FF61}")], [.string("🍜")], [.bytes([])], [.bytes([0])], [.bytes([0, 1])],
    [.bytes([255])], [.reference("\(name)/c/__id9__")], [.reference("\(name)/c/__id10__")],
    [.reference("\(name)/c/a")], [.reference("\(name)/c/a/s/x")], [.reference("\(name)/c/ab")],
    [point(-1, 5)], [point(-0.0, 0)], [point(0, -1)], [point(0, -0.0)], [point(0, 0)],
    [point(0, 1)], [.array([])],
    [.array([.integer(1)]), .array([.double(1)])], [.array([.integer(1), .null])],
    [.array([.integer(2)])], [vector()], [vector(9)], [vector(1, 1)], [vector(1, 2)], [.map([:])],
    [.map(["a": .integer(1)]), .map(["a": .double(1)])], [.map(["a": .integer(1), "b": .null])],
    [.map(["a": .integer(2)])], [.map(["aa": .integer(0)])], [.map(["b": .integer(0)])],
  ]

  @Test("Firestore values sort in the documented order")
  func groups() {
    for (left, leftValues) in Self.groups.enumerated() {
      for (right, rightValues) in Self.groups.enumerated() {
        for leftValue in leftValues {
          for rightValue in rightValues {
            let order = DocumentValueOrder.compare(leftValue, rightValue).signum()
            #expect(order == (left - right).signum(), "\(leftValue) and \(rightValue)")
          }
        }
      }
    }
  }

  @Test("The order of Firestore values is total")
  func laws() {
    var generator = DocumentValueGenerator(seed: 2)
    let values = (0..<120).map { _ in generator.value() }
    let orders = values.map { left in
      values.map { DocumentValueOrder.compare(left, $0).signum() }
    }
    for first in values.indices {
      #expect(orders[first][first] == 0)
      for second in values.indices {
        #expect(orders[first][second] == -orders[second][first])
        guard orders[first][second] <= 0 else { continue }
        // Checks that the order is transitive for the first, the second and every third value.
        let isTransitive = zip(orders[first], orders[second]).allSatisfy { order, next in
          next > 0 || order == min(orders[first][second], next)
        }
        #expect(isTransitive, "\(values[first]), \(values[second])")
      }
    }
  }

  @Test("Integers and doubles compare exactly, without rounding")
  func numbers() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      let integer =
        Int64.random(in: .min ... .max, using: &generator)
        >> Int64.random(in: 0...62, using: &generator)
      let near = Double(integer) + Double.random(in: -2...2, using: &generator)
      // A double of this magnitude that is a multiple of 0.5 is exact as a 128-bit number of
      // halves.
      let double = (near * 2).rounded() / 2
      guard abs(double) < 0x1p64 else { continue }
      let expected = Int((Int128(integer) * 2 - Int128(double * 2)).signum())
      let order = DocumentValueOrder.compare(.integer(integer), .double(double)).signum()
      #expect(order == expected, "\(integer) and \(double)")
    }
  }
}
