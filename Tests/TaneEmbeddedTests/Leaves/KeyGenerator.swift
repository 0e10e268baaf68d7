import TestSupport
import TaneCore

/// Generates keys and paths in many scripts, which are the same for the same seed.
struct KeyGenerator {
  private static let alphabet: [Unicode.Scalar] = [
    "-", "0", "1", "9", "A", "a", "z", "~", " ", "é", "\u{301}", "\u{7FF}", "\u{800}", "店",
    "\u{D7FF}",
    "\u{E000}", "\u{FF61}", "\u{FFFD}", "\u{10000}", "🍜", "\u{10FFFF}", "\u{1}", "\u{7F}",
  ]

  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Returns a key: a number that may have leading zeros and a sign, or up to six characters.
  mutating func key() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return String(Int32.random(in: .min ... .max, using: &random))
    case 1: return String(Int.random(in: -20...20, using: &random))
    case 2:
      let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &random))
      let sign = Bool.random(using: &random) ? "-" : ""
      return sign + zeros + String(UInt64.random(in: 0...5_000_000_000, using: &random))
    default:
      let count = Int.random(in: 0...6, using: &random)
      let scalars = (0..<count).map { _ in
        Self.alphabet[Int.random(in: Self.alphabet.indices, using: &random)]
      }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  /// Returns a path of up to four keys.
  mutating func path() -> TreePath {
    TreePath((0..<Int.random(in: 0...4, using: &random)).map { _ in key() })
  }
}
