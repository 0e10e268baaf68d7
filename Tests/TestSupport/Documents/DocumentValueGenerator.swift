package import TaneCore

/// A generator of values of all kinds, many of which are close to each other.
package struct DocumentValueGenerator {
  /// The source of random numbers.
  package var random: SeededGenerator

  /// Creates a generator from a seed.
  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private static let integers: [Int64] = [
    .min, .min + 1, -9_007_199_254_740_993, -1, 0, 1, 2, 9_007_199_254_740_992,
    9_007_199_254_740_993, .max - 1, .max,
  ]
  private static let doubles: [Double] = [
    .nan, -.infinity, -0x1p63, -1.5, -0.0, 0, .leastNonzeroMagnitude, 0.5, 1, 2,
    9_007_199_254_740_992, 0x1p63, .infinity,
  ]
  private static let texts = ["", "a", "ab", "b", "é", "e\u{301}", "店", "\u{FF61}", "🍜", "a\u{0}"]
  private static let references = [
    "projects/p/databases/d/documents/c/a", "projects/p/databases/d/documents/c/a/s/x",
    "projects/p/databases/d/documents/c/__id10__", "projects/p/databases/d/documents/c/__id9__",
    "projects/p/databases/d/documents/c/b", "projects/q/databases/d/documents/c/a",
  ]

  /// Returns a value with at most the given number of nested levels.
  package mutating func value(depth: Int = 2) -> DocumentValue {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 9), using: &random) {
    case 0: return .null
    case 1: return .boolean(Bool.random(using: &random))
    case 2: return .integer(pick(Self.integers))
    case 3: return .double(pick(Self.doubles))
    case 4:
      return .timestamp(DocumentTimestamp(microseconds: .random(in: -2...2, using: &random)))
    case 5: return .string(pick(Self.texts))
    case 6: return .bytes(Array(pick(Self.texts).utf8))
    case 7: return .reference(pick(Self.references))
    case 8:
      let point = GeographicPoint(latitude: pick([-1, 0, 1]), longitude: pick([-1, 0, 1]))
      return point.map { .geoPoint($0) } ?? .null
    case 9: return .array((0..<count()).map { _ in value(depth: depth - 1) })
    case 10: return vector()
    default: return .map(fields(depth: depth - 1))
    }
  }

  /// Returns fields whose names come from a small set.
  package mutating func fields(depth: Int) -> DocumentFields {
    DocumentFields((0..<count()).map { _ in (pick(["a", "b", "c", "é"]), value(depth: depth)) })
  }

  /// Returns a random element of a nonempty array.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func count() -> Int { Int.random(in: 0...3, using: &random) }

  private mutating func vector() -> DocumentValue {
    let numbers = (0...count()).map { _ in DocumentValue.double(pick([-1, 0, 1])) }
    return .map(["__type__": .string("__vector__"), "value": .array(numbers)])
  }
}
