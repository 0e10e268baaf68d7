import TestSupport
import TaneCore

/// A generator of random trees that are the same in every run.
struct RandomTree {

  var generator: SeededGenerator
  /// A Boolean value indicating whether trees may contain values that JSON cannot represent: tags,
  /// infinities and NaN.
  let isYAML: Bool

  init(seed: UInt64, isYAML: Bool) {
    generator = SeededGenerator(seed: seed)
    self.isYAML = isYAML
  }

  mutating func tree() -> Tree {
    var builder = TreeBuilder()
    append(to: &builder, level: 0)
    return builder.finish()
  }

  private mutating func append(to builder: inout TreeBuilder, level: Int) {
    switch Int.random(in: 0..<(level < 5 ? 16 : 9), using: &generator) {
    case 0: builder.appendNull()
    case 1: builder.append(Bool.random(using: &generator))
    case 2: builder.append(Int64.random(in: -100...100, using: &generator))
    case 3: builder.append(Int64(bitPattern: generator.next()))
    case 4: builder.append(double())
    case 5:
      builder.appendDecimal("-98765432109876543210\(Int.random(in: 0...9, using: &generator))")
    case 6 where isYAML: appendTagged(to: &builder)
    case 6...8: builder.append(text())
    case 9...11: appendList(to: &builder, level: level)
    default: appendMap(to: &builder, level: level)
    }
  }

  private mutating func appendTagged(to builder: inout TreeBuilder) {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: builder.appendNull(tag: .serverTimestamp)
    case 1: builder.append("2024-01-01T00:00:00Z", tag: .timestamp)
    case 2: builder.append(text() + "x", tag: .reference)
    case 3: builder.append("bnVsbA==", tag: .bytes)
    default:
      builder.beginMap(tag: .geopoint)
      builder.setKey("latitude")
      builder.append(double())
      builder.endContainer()
    }
  }

  private mutating func appendList(to builder: inout TreeBuilder, level: Int) {
    builder.beginList()
    for _ in 0..<Int.random(in: 0...4, using: &generator) { append(to: &builder, level: level + 1) }
    builder.endContainer()
  }

  private mutating func appendMap(to builder: inout TreeBuilder, level: Int) {
    builder.beginMap()
    let keys = Set((0..<Int.random(in: 0...4, using: &generator)).map { _ in text() })
    for key in keys.sorted(by: KeyOrder.precedes) {
      builder.setKey(key)
      append(to: &builder, level: level + 1)
    }
    builder.endContainer()
  }

  private mutating func double() -> Double {
    let value = Double(bitPattern: generator.next())
    return isYAML || value.isFinite ? value : 0.1
  }

  private static let words = [
    "", "a", "麺屋", "é", "👩‍🍳", " ", "  ", "\n", "\n\n", "\t", "\r", "\r\n", ":", ": ", " #", "#", "-",
    "- ",
    "---", "...", "?", "'", "\"", "\\", "null", "true", "~", "1", "1.0", ".5", "0x1F", "-.inf",
    "[", "{", "&a", "*a", "!", "|", ">", "%", "@", "`", ",", "<<", "\u{0}", "\u{7}", "\u{7F}",
    "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}",
    "\u{E000}", "no", "1:30", "line", "= ", "\u{1B}",
  ]

  private mutating func text() -> String {
    let count = Int.random(in: 0...4, using: &generator)
    return (0..<count).map { _ in Self.words.randomElement(using: &generator) ?? "" }.joined()
  }
}
