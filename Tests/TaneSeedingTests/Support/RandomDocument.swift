import TestSupport

/// A generator of Firestore documents as YAML, with values of every type.
enum RandomDocument {
  static func text(_ random: inout SeededGenerator) -> String { map(&random, depth: 3) }

  private static func value(_ random: inout SeededGenerator, depth: Int, inList: Bool) -> String {
    switch Int.random(in: 0..<(depth == 0 ? 10 : 13), using: &random) {
    case 0: return "null"
    case 1: return "\(Bool.random(using: &random))"
    case 2: return "\(Int64.random(in: .min ... .max, using: &random))"
    case 3: return "\(Double.random(in: -1...1, using: &random))"
    case 4: return [".nan", "-.inf", "1.0", "1", "-0.0"].randomElement(using: &random) ?? ""
    case 5: return #""店\#(Int.random(in: 0..<9, using: &random))""#
    case 6:
      return "!timestamp 2026-01-0\(Int.random(in: 1...9, using: &random))T09:00:00.123456789+09:00"
    case 7:
      return "!geopoint { latitude: \(Int.random(in: -90...90, using: &random)), longitude: 0.5 }"
    case 8: return "!bytes AAE\(["C", "D"].randomElement(using: &random) ?? "")"
    case 9: return inList ? "!reference posts/p1" : "!server-timestamp "
    case 10 where !inList:
      let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        value(&random, depth: depth - 1, inList: true)
      }
      return "[\(elements.joined(separator: ", "))]"
    case 11 where !inList:
      return "{ __type__: __vector__, value: [1.0, \(Double.random(in: 0...1, using: &random))] }"
    // Server timestamps are not allowed in lists, even inside a map.
    default: return inList ? "{ x: 1 }" : map(&random, depth: depth - 1)
    }
  }

  private static func map(_ random: inout SeededGenerator, depth: Int) -> String {
    let keys = ["a", "b", "0", "10", "01", "a.b", "店", "`"].shuffled(using: &random)
    let entries = keys.prefix(Int.random(in: 0...5, using: &random)).map {
      "\"\($0)\": \(value(&random, depth: depth, inList: false))"
    }
    return "{ \(entries.joined(separator: ", ")) }"
  }
}
