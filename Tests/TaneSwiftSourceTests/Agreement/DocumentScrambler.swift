import TestSupport
import TaneCore

/// A generator of random changes to the values of a document.
struct DocumentScrambler {
  private var random: SeededGenerator
  /// The number of changed values per thousand.
  private let rate: Int

  init(seed: UInt64, rate: Int) {
    random = SeededGenerator(seed: seed)
    self.rate = rate
  }

  mutating func scrambled(_ fields: DocumentFields) -> DocumentFields {
    var changed = DocumentFields()
    for field in fields where !isChosen {
      changed[isChosen ? field.name + "x" : field.name] = scrambled(field.value, inArray: false)
    }
    return changed
  }

  private mutating func scrambled(_ value: DocumentValue, inArray: Bool) -> DocumentValue {
    if isChosen { return replacement(inArray: inArray) }
    switch value {
    case .map(let fields): return .map(scrambled(fields))
    case .array(let elements):
      let all = elements.map { scrambled($0, inArray: true) }
      return .array(all + (isChosen ? [replacement(inArray: true)] : []))
    default: return value
    }
  }

  private var isChosen: Bool {
    mutating get { Int.random(in: 0..<1000, using: &random) < rate }
  }

  private mutating func replacement(inArray: Bool) -> DocumentValue {
    var choices: [DocumentValue] = [
      .null, .boolean(true), .integer(0), .integer(1), .integer(-1), .integer(300), .double(1),
      .double(1.5), .double(1e300), .double(.nan), .string(""), .string("1"),
      .string("https://example.com/a b"), .timestamp(DocumentTimestamp(microseconds: 1)),
      .bytes([1, 2, 3]), .reference("projects/p/databases/(default)/documents/users/u1"),
      .map([:]), .map(["x": .integer(1)]), .map(["cross": .map([:])]),
      .map(["latitude": .double(1), "longitude": .integer(2)]),
    ]
    if let point = GeographicPoint(latitude: 1, longitude: 2) { choices.append(.geoPoint(point)) }
    // Firestore does not support arrays directly inside arrays.
    if !inArray { choices += [.array([]), .array([.integer(1)]), .array([.string("a")])] }
    return choices.randomElement(using: &random) ?? .null
  }
}
