import TestSupport

/// A generator of JSON that a Realtime Database supports, including empty containers and nulls.
enum RandomJSON {
  static func text(_ random: inout SeededGenerator, depth: Int) -> String {
    switch Int.random(in: 0..<(depth == 0 ? 5 : 8), using: &random) {
    case 0: return "null"
    case 1: return "\(Bool.random(using: &random))"
    case 2: return "\(Int64.random(in: .min ... .max, using: &random))"
    case 3: return "\(Double.random(in: -1...1, using: &random))"
    case 4: return #""店\#(Int.random(in: 0..<9, using: &random))""#
    case 5:
      let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        text(&random, depth: depth - 1)
      }
      return "[\(elements.joined(separator: ","))]"
    default:
      let keys = ["a", "b", "0", "1", "10", "01", "店"].shuffled(using: &random)
      let entries = keys.prefix(Int.random(in: 0...5, using: &random)).map {
        "\"\($0)\":\(text(&random, depth: depth - 1))"
      }
      return "{\(entries.joined(separator: ","))}"
    }
  }
}
