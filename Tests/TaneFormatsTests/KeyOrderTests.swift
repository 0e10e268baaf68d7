import TestSupport
import TaneCore
import TaneFormats
import Testing

@Suite("Order of parsed keys")
struct KeyOrderTests {
  private static let parts = [
    "", "0", "00", "1", "9", "10", "2147483647", "2147483648", "-", "-1", "-2147483648", "a", "ab",
    "abcdefg", "abcdefgh", "abcdefghi", "é", "麺", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}",
    "😀", "\u{10FFFF}", "\u{1}", "\u{7F}", " ", ":",
  ]

  private func keys(seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...60, using: &generator)
    let keys = (0..<count).map { _ in
      (0..<Int.random(in: 1...3, using: &generator))
        .map { _ in Self.parts.randomElement(using: &generator) ?? "" }.joined()
    }
    return Array(Set(keys)).shuffled(using: &generator)
  }

  @Test(
    "Parsed keys are in Realtime Database order, whatever their order in the file",
    arguments: 0..<300
  )
  func order(seed: UInt64) throws {
    let keys = keys(seed: seed)
    let literal = TreeLiteral.map(keys.enumerated().map { ($1, .integer(Int64($0))) })
    let text = try JSONWriter(.compact).write(Tree(literal))
    let map = try tree(text, .json)
    #expect(map.children.compactMap(\.key) == keys.sorted(by: KeyOrder.precedes))
    for (value, key) in keys.enumerated() { #expect(map[key]?.integer == Int64(value)) }
  }

  @Test("Only duplicate keys are dropped, and each is reported once")
  func duplicates() {
    let keys = ["abcdefghi", "b", "abcdefghj", "07", "abcdefghi", "7", "b", "07", "b"]
    let text = "{" + keys.map { "\"\($0)\": 0" }.joined(separator: ", ") + "}"
    let result = JSONReader().read(Array(text.utf8), named: "a")
    #expect(
      result.diagnostics.map { "\($0.position?.column ?? 0) \($0.message.prefix(25))" } == [
        "51 duplicate key \"abcdefghi\"", "75 duplicate key \"b\" in this",
        "83 duplicate key \"07\" in thi", "92 duplicate key \"b\" in this",
      ]
    )
  }
}
