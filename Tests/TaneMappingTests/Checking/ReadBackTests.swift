import TaneCore
import Testing

@testable import TaneMapping

@Suite("Read-back form of the Realtime Database")
struct ReadBackTests {
  private struct Shelf: Codable {
    let items: [String: String]
  }

  private struct Lists: Codable {
    let names: [String]
    let counts: [Int?]?
  }

  @Test("A map of numbers is checked as a list, which a dictionary cannot read")
  func mapAsList() throws {
    expect(
      try findings(Shelf.self, "items: { 1: a, 2: b, 3: c }"),
      [
        """
        shops.yaml:1:8: error: Shelf.items: expected a map, found list of 4; written as a map with the \
        keys 1, 2, 3, read back as a list of 4 with a null: decoding [String: String] will fail on the device \
        [wrong-type]
          shops:/shops/items
        """
      ]
    )
    expect(try findings(Shelf.self, "items: { 1: a, 5: b, 9: c }"), [])
    expect(try findings(Shelf.self, "items: { 01: a, 02: b }"), [])
    #expect(try findings([Int: String].self, "{ 0: a }").count == 1)
  }

  @Test("A gap in a list that was written as a map is reported as null")
  func hole() throws {
    expect(
      try findings(Lists.self, "names:\n  1: a\n  2: b"),
      [
        """
        shops.yaml:2:3: error: Lists.names: expected String, found null; written as a map with the keys \
        1, 2, read back as a list of 3 with a null [null-value]
          shops:/shops/names/0
        """
      ]
    )
    expect(try findings(Lists.self, "{ names: [a], counts: { 1: 5 } }"), [])
  }

  @Test("A list with more gaps than elements is checked as a map")
  func listAsMap() throws {
    expect(
      try findings(Lists.self, "names: [a, null, null, null, b]"),
      [
        """
        shops.yaml:1:8: error: Lists.names: expected a list, found map of 2; written as a list \
        of 5, read back as a map because 3 of its elements are empty [wrong-type]
          shops:/shops/names
        """
      ]
    )
  }

  @Test(
    "Empty values are checked as missing",
    arguments: [
      ("null", "null"), ("[]", "an empty list"), ("{ }", "an empty map"),
      ("[[], null]", "a list without values"),
    ]
  )
  func vanished(text: String, wording: String) throws {
    expect(
      try findings(Lists.self, "{ a: 1, names: \(text) }"),
      [
        """
        shops.yaml:1:16: error: Lists.names ([String]) requires the key "names", which is missing; \
        \(wording) is written here, but the Realtime Database does not store it [missing-key]
          shops:/shops/names
        """,
        """
        shops.yaml:1:3: warning: no type reads "a"; Lists reads names, counts [unread-key]
          shops:/shops/a
        """,
      ]
    )
    #expect(
      try findings([[String]].self, "[[a], \(text), [b]]").first?.contains("found null") == true
    )
  }

  @Test("An empty root is checked as null")
  func vanishedRoot() throws {
    expect(
      try findings([String].self, "[]"),
      [
        """
        shops.yaml:1:1: error: expected a list, found null; an empty list is written here, but the \
        Realtime Database does not store it [null-value]
          shops:/shops
        """
      ]
    )
    expect(try findings([String]?.self, "[]"), [])
  }

  @Test("A server timestamp is checked as a number")
  func serverTimestamp() throws {
    expect(try findings([String: Int].self, "{ a: !server-timestamp }"), [])
    #expect(try findings([String: String].self, "{ a: !server-timestamp }").count == 1)
  }

  @Test("The unchanged model checks data as written")
  func unchanged() throws {
    let options = MappingCheckOptions(model: .unchanged)
    expect(try findings(Shelf.self, "items: { 1: a, 2: b, 3: c }", options), [])
    expect(try findings(Lists.self, "names: []", options), [])
  }

  @Test("The checked form equals the core's read-back form for any data")
  func agreesWithTheCore() {
    var scrambler = Scrambler(seed: 11)
    let document: TreeLiteral = [
      "a": [1, nil, ["b": [], "c": [nil]]], "1": ["0": 1, "1": ["2": 3]],
      "d": ["1": 5, "2": .map([])],
      "e": [nil, nil, nil, 1], "f": [["x": 1], ["y": nil]],
    ]
    for _ in 0..<2000 {
      let tree = Tree(scrambler.scrambled(document))
      let model = ReadBackModel(tree, model: .realtimeDatabase)
      #expect(model.read == tree.readBackForm())
    }
  }
}
