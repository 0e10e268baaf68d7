import TestSupport
import TaneCore
import TaneFormats
import Testing

@Suite("Comparison with a stream of JSON")
struct JSONStreamComparisonTests {
  private static let keys = ["0", "1", "2", "10", "a", "é", "e\u{301}", "店", "\"q\"", "~"]

  private static func literal(_ random: inout SeededGenerator, depth: Int) -> TreeLiteral {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: return .bool(.random(using: &random))
    case 1: return .integer(.random(in: -99...99, using: &random))
    case 2: return .double(Double(Int.random(in: 0..<100, using: &random)) / 8)
    case 3: return .integer(.random(in: .min ... .max, using: &random))
    case 4: return .string("")
    case 5: return .string("店\n\"\(Int.random(in: 0..<100, using: &random))\\")
    case 6:
      // A service never returns a list that contains only nulls.
      let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Bool.random(using: &random) ? .null : literal(&random, depth: depth - 1)
      }
      return .list(elements + [7])
    default:
      var keys = Set<String>()
      for _ in 0..<5 { keys.insert(Self.keys.randomElement(using: &random) ?? "a") }
      return .map(keys.shuffled(using: &random).map { ($0, literal(&random, depth: depth - 1)) })
    }
  }

  /// Returns true if a text, passed in pieces of a given size, equals a tree.
  private static func isSame(_ text: [UInt8], _ tree: Tree, pieces: Int) -> Bool {
    var comparison = JSONStreamComparison(with: tree)
    for start in stride(from: 0, to: text.count, by: pieces) {
      let piece = Array(text[start..<min(start + pieces, text.count)])
      guard comparison.consume(piece) else { return false }
    }
    return comparison.finish()
  }

  @Test("A tree equals its own JSON text however it is split", arguments: 0..<300)
  func same(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tree = Tree(Self.literal(&random, depth: 4))
    let pieces = Int.random(in: 1...40, using: &random)
    // Texts with lists, nulls in them, and keys in any order.
    let texts = [
      try JSONWriter(.compact).write(tree), try JSONWriter(.pretty, keyOrder: .key).write(tree),
    ]
    for text in texts {
      #expect(Self.isSame(Array(text.utf8), tree.storedForm(), pieces: pieces), "\(text)")
    }
  }

  @Test("JSON text of a different tree is never equal", arguments: 0..<2000)
  func different(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tree = Tree(Self.literal(&random, depth: 3)).storedForm()
    var text = Array(try JSONWriter(.compact).write(tree).utf8)
    for _ in 0...Int.random(in: 0...2, using: &random) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text.remove(at: place)
      case 1: text[place] = UInt8.random(in: 32...126, using: &random)
      case 2: text.removeSubrange(place...)
      default: text.insert(contentsOf: text[place...].prefix(9), at: place)
      }
    }
    guard Self.isSame(text, tree, pieces: 7) else { return }
    // Text that is not JSON may be accepted, but JSON text must have the same value.
    let read = JSONReader().read(text, named: "text").tree
    #expect(
      read.map { $0.storedForm() } ?? tree == tree,
      "\(String(decoding: text, as: UTF8.self))"
    )
  }

  @Test(
    "JSON text whose equality is uncertain counts as different",
    arguments: [
      (#"{"a":1,"a":1}"#, TreeLiteral.map([("a", 1), ("b", 1)])),
      (#"{"b":1,"a":1,"b":1}"#, .map([("a", 1), ("b", 1), ("c", 1)])),
      (#"{"a":1}"#, .map([("a", 1), ("b", 2)])),
      (#"{"a":1,"b":2}"#, .map([("a", 1)])),
      (#"{"a":null}"#, .map([("a", 1)])),
      (#"{"a":1}{"a":1}"#, .map([("a", 1)])),
      (#"{"a":{"b":1}"#, .map([("a", .map([("b", 1)]))])),
      (#"{"a":"1"}"#, .map([("a", 1)])),
      (#"{"a":-0}"#, .map([("a", 0)])),
      (#"{"a":inf}"#, .map([("a", 1.5)])),
      (#"<html>"#, .map([("a", 1)])),
      ("", .map([("a", 1)])),
      ("null", .map([("a", 1)])),
      ("1", .null),
    ]
  )
  func uncertain(_ text: String, _ tree: TreeLiteral) {
    #expect(!Self.isSame(Array(text.utf8), Tree(tree).storedForm(), pieces: 100))
  }

  @Test("An empty tree equals null")
  func nothing() {
    #expect(Self.isSame(Array("null".utf8), .null, pieces: 1))
  }
}
