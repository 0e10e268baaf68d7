import TaneCore
import Testing

@Suite("Checks for the Realtime Database")
struct RealtimeDatabaseCheckTests {
  private func findings(_ literal: TreeLiteral, isFixture: Bool = false) -> [String] {
    RealtimeDatabaseCheck.findings(
      in: Tree(literal),
      at: "/shops",
      of: "shops",
      isFixture: isFixture
    )
    .map(\.description)
  }

  @Test("Values that the database returns unchanged have no findings")
  func clean() {
    #expect(findings(["a": [["id": 0, "name": "麺屋"], ["id": 1, "rating": 4.5]]]) == [])
    #expect(findings(["at": .serverTimestamp, "1000001": ["x": nil]]) == [])
  }

  @Test("Whole numbers that lose precision cause a warning")
  func roundedNumbers() {
    #expect(findings(["a": .integer(9_007_199_254_740_992), "b": .integer(-1 << 60)]) == [])
    #expect(
      findings(["a": .integer(9_007_199_254_740_993)]) == [
        "warning: 9007199254740993 may be read back as 9007199254740992: the Realtime Database and "
          + "its clients may use floating-point numbers, which are not exact beyond "
          + "9007199254740992 (2^53); quote it to keep it as a string [number-rounded]\n  "
          + "shops:/shops/a"
      ]
    )
  }

  @Test("Priorities in export format are accepted, and their keys allow nothing else")
  func exportForm() {
    #expect(findings(["a": [".value": 1, ".priority": "high"], ".priority": 2.5]) == [])
    #expect(RealtimeDatabaseCheck.findings(about: "/a/.priority", of: "shops").isEmpty)
    #expect(findings(["a": [".priority": true, "b": 1]]).count == 1)
    #expect(findings(["a": [".value": ["b": 1]]]).count == 1)
    #expect(RealtimeDatabaseCheck.findings(about: "/.priority/a", of: "shops").count == 1)
  }

  @Test("A priority without a value is an error in fixtures")
  func priorityWithoutValue() {
    let problem = """
      error: this node has a priority but no value, so the Realtime Database does not store it; \
      add a value, or remove the priority [priority-without-value]
        shops:/shops/a
      """
    #expect(findings(["a": [".priority": 1]], isFixture: true) == [problem])
    #expect(findings(["a": [".priority": 1, "b": .null]], isFixture: true) == [problem])
    #expect(findings(["a": [".priority": 1, "b": false]], isFixture: true) == [])
    #expect(findings([".priority": 1], isFixture: true) == [])
    #expect(findings(["a": [".priority": 1]]) == [])
  }

  @Test("Every illegal database key is reported with the reason")
  func keys() {
    #expect(
      findings(["a.b": 1, "ok": ["x/y": 2], "": 3, "tab\there": 4]) == [
        """
        error: a key cannot be empty in the Realtime Database [illegal-key]
          shops:/shops/""
        """,
        """
        error: the key "a.b" contains ".", which the Realtime Database forbids in keys (. $ # [ \
        ] / and control characters) [illegal-key]
          shops:/shops/a.b
        """,
        """
        error: the key "x/y" contains "/", which the Realtime Database forbids in keys (. $ # [ \
        ] / and control characters) [illegal-key]
          shops:/shops/ok/x%2Fy
        """,
        """
        error: the key "tab\\there" contains the control character U+0009, which the Realtime \
        Database forbids in keys (. $ # [ ] / and control characters) [illegal-key]
          shops:/shops/tab%09here
        """,
      ]
    )
    #expect(
      findings([".sv": "timestamp"]) == [
        """
        error: the key ".sv" contains ".", which the Realtime Database forbids in keys (. $ # [ ] \
        / and control characters); for the server's time, write the value !server-timestamp \
        [illegal-key]
          shops:/shops/.sv
        """
      ]
    )
    #expect(findings([String(repeating: "店", count: 256): 1] as TreeLiteral) == [])
    #expect(
      findings(.map([(String(repeating: "店", count: 257), 1)])).first?.hasPrefix(
        "error: this key is 771 bytes long; the Realtime Database allows up to 768 bytes [key-too-long]"
      ) == true
    )
  }

  @Test("Every value that the database cannot store is reported")
  func values() {
    #expect(
      findings(["a": .double(.nan), "b": .double(-.infinity), "c": .decimal("1e400")]) == [
        """
        error: the Realtime Database cannot store .nan; use a finite number [not-finite]
          shops:/shops/a
        """,
        """
        error: the Realtime Database cannot store -.inf; use a finite number [not-finite]
          shops:/shops/b
        """,
        """
        error: 1e400 would be rounded: the Realtime Database stores 64-bit integers and \
        floating-point numbers; quote it to keep it as a string [number-out-of-range]
          shops:/shops/c
        """,
      ]
    )
    let limit = RealtimeDatabaseLimits.stringBytes
    #expect(findings(.string(String(repeating: "a", count: limit))) == [])
    #expect(
      findings(.string(String(repeating: "a", count: limit + 1))) == [
        """
        error: this string is 10485761 bytes long; the Realtime Database allows up to 10485760 bytes \
        (10 MiB) [string-too-long]
          shops:/shops
        """
      ]
    )
  }

  @Test(
    "The depth of a database is counted from its root, and the first excessive level is reported"
  )
  func depth() {
    func nested(_ levels: Int) -> TreeLiteral {
      (0..<levels).reduce(1) { inner, _ in .map([("k", inner)]) }
    }
    #expect(findings(nested(31)) == [])
    #expect(
      findings(nested(40)) == [
        """
        error: this key is at level 33; the Realtime Database allows 32 levels: move it closer to \
        the root [too-deep]
          shops:/shops\(String(repeating: "/k", count: 32))
        """
      ]
    )
  }

  @Test("Values that are read back in another shape cause a warning")
  func readBack() {
    #expect(
      findings(["menu": ["1": "a", "2": "b", "3": "c", "4": "d"], "empty": [], "none": [:]]) == [
        """
        warning: the Realtime Database does not store an empty list: readers find no value here \
        [empty-vanishes]
          shops:/shops/empty
        """,
        """
        warning: this map with the keys 1, 2, 3, … is read back as a list of 5 with 1 null: a type \
        that expects a dictionary cannot read it [map-becomes-list]
          shops:/shops/menu
        """,
        """
        warning: the Realtime Database does not store an empty map: readers find no value here \
        [empty-vanishes]
          shops:/shops/none
        """,
      ]
    )
    #expect(
      findings([nil, nil, nil, "x", nil]) == [
        """
        warning: this list of 5 elements is read back as a map, because 4 of them are empty \
        [list-becomes-map]
          shops:/shops
        """
      ]
    )
  }
}
