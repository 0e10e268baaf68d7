import TaneCore
import Testing

@Suite("Realtime Database updates")
struct RealtimeDatabaseUpdateTests {
  private func listed(
    _ old: TreeLiteral,
    _ new: TreeLiteral,
    ignoring ignored: [PathPattern] = []
  ) -> [String] {
    RealtimeDatabaseUpdate(
      from: Tree(old),
      to: Tree(new),
      options: ComparisonOptions(ignored: ignored)
    ).writes.map { "\($0.path) \($0.value.isNull ? "removed" : "\($0.value.kind)")" }
  }

  private let long = TreeLiteral.string(String(repeating: "a long text ", count: 20))

  @Test("A Realtime Database update of large data writes only the differences")
  func single() {
    #expect(
      listed(
        ["shops": ["0": ["name": "a", "text": long], "1": ["name": "b"]]],
        ["shops": ["0": ["name": "c", "text": long]]]
      ) == ["/shops/0/name string", "/shops/1 removed"]
    )
  }

  @Test("A Realtime Database update writes a whole node where that is smaller")
  func whole() {
    let old: TreeLiteral = ["shops": ["0": ["lat": 1, "lon": 2, "x": 3]], "text": long]
    let new: TreeLiteral = ["shops": ["0": ["lat": 5, "lon": 6]], "text": long]
    #expect(listed(old, new) == ["/shops/0 map"])
    #expect(listed(old, new, ignoring: ["/shops/0/z"]) == ["/shops/0 map"])
  }

  @Test("A Realtime Database update keeps nodes with ignored values or server timestamps")
  func protected() {
    #expect(
      listed(
        ["a": ["x": 1, "y": 2, "z": 3]],
        ["a": ["x": 2, "y": 3, "z": 4]],
        ignoring: ["/a/z"]
      ) == ["/a/x integer", "/a/y integer"]
    )
    #expect(
      listed(
        ["a": ["x": 1, "y": 2, "at": 3]],
        ["a": ["x": 2, "y": 3, "at": .serverTimestamp]]
      ) == ["/a/x integer", "/a/y integer"]
    )
  }

  @Test("A Realtime Database update stores lists as maps and omits values that are not stored")
  func storedForm() {
    #expect(
      listed(["a": ["x", "y"], "b": long], ["a": ["x", "z"], "b": long]) == ["/a/1 string"]
    )
    #expect(listed(["a": [nil, [:]]], [:]) == [])
  }

  @Test("A Realtime Database update writes the root only where it is or becomes a scalar")
  func root() {
    #expect(listed(["a": 1, "b": 2], nil) == ["/a removed", "/b removed"])
    #expect(listed(nil, ["a": 1]) == ["/a integer"])
    #expect(listed(1, ["a": 1]) == ["/a integer"])
    #expect(listed(["a": 1], 1) == ["/ integer"])
    #expect(listed(1, nil) == ["/ removed"])
  }

  @Test("The body of a Realtime Database update maps paths to values")
  func body() {
    let update = RealtimeDatabaseUpdate(
      from: Tree(["a": ["b": 1, "c": long], "d": 1]),
      to: Tree(["a": ["b": 2, "c": long]])
    )
    #expect(update.tree == Tree(["a/b": 2, "d": nil]))
    #expect(update.writes.map(\.expected) == [Tree(1), Tree(1)])
  }

  @Test("A Realtime Database update writes a changed scalar together with its priority")
  func scalarWithPriority() {
    #expect(
      listed(
        ["a": [".value": 1, ".priority": 2], "b": 1],
        ["a": [".value": 3, ".priority": 2], "b": 1]
      ) == ["/a map"]
    )
  }
}
