import TaneCore
import Testing

@Suite("Stored and read-back forms of the Realtime Database")
struct ReadBackTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let written: TreeLiteral
    let stored: TreeLiteral
    let readBack: TreeLiteral
    var testDescription: String { "\(written)" }
  }

  @Test(
    "The database stores lists as maps, drops empty values and returns dense keys as lists",
    arguments: [
      Case(written: [1, 2], stored: ["0": 1, "1": 2], readBack: [1, 2]),
      Case(
        written: ["1": "a", "2": "b", "3": "c"],
        stored: ["1": "a", "2": "b", "3": "c"],
        readBack: [nil, "a", "b", "c"]
      ),
      Case(written: ["2": 1, "4": 2], stored: ["2": 1, "4": 2], readBack: ["2": 1, "4": 2]),
      Case(written: ["1": 1], stored: ["1": 1], readBack: [nil, 1]),
      Case(written: ["2": 1, "3": 2], stored: ["2": 1, "3": 2], readBack: [nil, nil, 1, 2]),
      Case(written: ["01": 1], stored: ["01": 1], readBack: ["01": 1]),
      Case(written: ["-0": 1], stored: ["-0": 1], readBack: ["-0": 1]),
      Case(written: ["0": 1, "a": 2], stored: ["0": 1, "a": 2], readBack: ["0": 1, "a": 2]),
      Case(
        written: ["a": nil, "b": [], "c": [:], "d": ["e": nil], "f": false],
        stored: ["f": false],
        readBack: ["f": false]
      ),
      Case(written: [nil, nil, [nil]], stored: nil, readBack: nil),
      Case(
        written: [nil, "b", nil, nil, nil],
        stored: ["1": "b"],
        readBack: [nil, "b"]
      ),
      Case(written: "text", stored: "text", readBack: "text"),
    ]
  )
  func forms(_ example: Case) {
    #expect(Tree(example.written).storedForm() == Tree(example.stored))
    #expect(Tree(example.written).readBackForm() == Tree(example.readBack))
  }

  @Test("Storing a stored or read-back form changes nothing")
  func idempotence() {
    for (tree, _) in RandomTree.pairs(500, seed: 11) {
      let stored = tree.storedForm()
      #expect(stored.storedForm() == stored)
      #expect(tree.readBackForm().storedForm() == stored)
    }
  }
}
