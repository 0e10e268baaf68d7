/// A generator of the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// JSON that a Realtime Database can hold, empty containers and nulls included.
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
