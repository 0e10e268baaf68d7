import TaneCore
import Testing

@Suite("Address patterns")
struct AddressPatternTests {
  /// A pattern, an address, and whether the pattern matches it.
  private static let matches: [(pattern: String, address: String, matches: Bool)] = [
    ("users:/users/*/at", "users:/users/u1/at", true),
    ("users:/users/*/at", "users:/users/u1/at/deep", true),
    ("users:/users/*/at", "users:/users/u1", false),
    ("users:/users/*/at", "shops:/users/u1/at", false),
    ("users:/**/at", "users:/at", true),
    ("users:/**/at", "users:/a/b/c/at", true),
    ("users:/**/at", "users:/a/b/c/ate", false),
    ("users:/", "users:/anything", true),
    ("users:/a%2Fb", "users:/a%2Fb/c", true),
    ("users:/a%2Fb", "users:/a/b", false),
  ]

  @Test("An address pattern matches nodes and everything below them", arguments: matches.indices)
  func matching(_ index: Int) throws {
    let example = Self.matches[index]
    let pattern = try #require(AddressPattern(parsing: example.pattern))
    #expect(pattern.description == example.pattern)
    #expect(pattern.matches(Address(example.address)) == example.matches)
  }

  /// A pattern, a node, and the patterns relative to the node, with and without matches above the
  /// node.
  private static let below: [(pattern: String, node: String, covered: [String], named: [String])] =
    [
      ("users:/users/*/at", "users:/", ["/users/*/at"], ["/users/*/at"]),
      ("users:/users/*/at", "users:/users", ["/*/at"], ["/*/at"]),
      ("users:/users/*/at", "users:/users/u1", ["/at"], ["/at"]),
      ("users:/users/*/at", "users:/users/u1/at", ["/"], ["/"]),
      ("users:/users/*/at", "users:/users/u1/at/deep", ["/"], []),
      ("users:/users/*/at", "users:/users/u1/name", [], []),
      ("users:/users/*/at", "users:/shops", [], []),
      ("users:/users/*/at", "shops:/users", [], []),
      ("users:/**/at", "users:/a", ["/**/at"], ["/**/at"]),
      ("users:/**/at", "users:/a/at", ["/", "/**/at"], ["/", "/**/at"]),
    ]

  @Test("An address pattern can be made relative to a node", arguments: below.indices)
  func relative(_ index: Int) throws {
    let example = Self.below[index]
    let pattern = try #require(AddressPattern(parsing: example.pattern))
    let node = Address(example.node)
    #expect(pattern.patterns(below: node).map(\.description) == example.covered)
    #expect(pattern.patternsMatchingExactly(below: node).map(\.description) == example.named)
  }

  @Test(
    "An address pattern without a service is rejected",
    arguments: ["users", "/users", ":/users", "users:x", ""]
  )
  func invalid(_ text: String) {
    #expect(AddressPattern(parsing: text) == nil)
  }
}
