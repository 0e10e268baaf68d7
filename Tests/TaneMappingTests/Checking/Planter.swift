import TestSupport
import TaneCore
import TaneMapping

/// A generator of documents with faults, which records the expected findings.
struct Planter {
  private var random: SeededGenerator
  /// The codes and paths of the faults, in the order of planting.
  private(set) var planted: [String] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns a document of several shops, in which about one value in thirty is wrong.
  mutating func document() -> TreeLiteral {
    .list((0..<3 + below(6)).map { value(PlantedShop.data, [String($0)]) })
  }

  private mutating func value(
    _ data: PlantedData,
    _ path: [String],
    isOptional: Bool = false
  ) -> TreeLiteral {
    if isFaulty() { return faulty(data, path, isOptional) }
    switch data {
    case .integer: return .integer(Int64(below(1000)))
    case .small: return .integer(Int64(below(128)))
    case .number: return below(2) == 0 ? .integer(3) : .double(0.5)
    case .boolean: return .bool(below(2) == 0)
    case .text: return .string("麺屋\(below(10))")
    case .url: return "https://example.com/a.jpg"
    case .rank: return below(2) == 0 ? "gold" : "silver"
    case .level: return .integer(Int64(below(2)))
    case .list(let element):
      return .list((0..<below(4)).map { value(element, path + [String($0)]) })
    case .dictionary(let element):
      return .map((0..<below(4)).map { ("day\($0)", value(element, path + ["day\($0)"])) })
    case .map(let fields):
      return map(fields, path)
    }
  }

  private mutating func map(_ fields: [Field], _ path: [String]) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = []
    for field in fields {
      let place = path + [field.key]
      if field.isOptional, below(3) == 0 { continue }
      guard isFaulty() else {
        entries.append((field.key, value(field.data, place, isOptional: field.isOptional)))
        continue
      }
      // A misspelled optional key is reported as unread.
      let isMisspelt = below(2) == 0
      if isMisspelt { entries.append((field.key + "s", 1)) }
      if !field.isOptional { plant(.missingKey, place) }
      if field.isOptional, isMisspelt { plant(.unreadKey, path + [field.key + "s"]) }
    }
    if isFaulty() {
      entries.append(("zz\(below(100))q", 1))
      plant(.unreadKey, path + [entries.last?.0 ?? ""])
    }
    return .map(entries)
  }

  /// Returns a value that the type cannot decode.
  private mutating func faulty(
    _ data: PlantedData,
    _ path: [String],
    _ isOptional: Bool
  ) -> TreeLiteral {
    let wrong = Self.wrongValues(of: data) + (isOptional ? [] : [(nil, .nullValue)])
    let (value, code) = wrong[below(wrong.count)]
    plant(code, path)
    return value
  }

  private static func wrongValues(of data: PlantedData) -> [(TreeLiteral, DiagnosticCode)] {
    let containers: [(TreeLiteral, DiagnosticCode)] = [
      (.map([("a", 1)]), .mismatchedType), ([1], .mismatchedType),
    ]
    switch data {
    case .integer: return [("x", .mismatchedType), (1.5, .unreadableValue)] + containers
    case .small: return [(true, .mismatchedType), (300, .unreadableValue)] + containers
    case .number: return [("1.5", .mismatchedType), (false, .mismatchedType)] + containers
    case .boolean: return [(1, .mismatchedType), ("true", .mismatchedType)] + containers
    case .text: return [(5, .mismatchedType), (true, .mismatchedType)] + containers
    case .url: return [(5, .mismatchedType), ("", .unreadableValue)] + containers
    case .rank: return [("platinum", .unknownCase), (1, .mismatchedType)] + containers
    case .level: return [(7, .unknownCase), ("low", .mismatchedType)] + containers
    case .list, .dictionary, .map: return [("x", .mismatchedType), (0.5, .mismatchedType)]
    }
  }

  private mutating func plant(_ code: DiagnosticCode, _ path: [String]) {
    planted.append("\(code) \(TreePath(path))")
  }

  private mutating func isFaulty() -> Bool { below(30) == 0 }

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
