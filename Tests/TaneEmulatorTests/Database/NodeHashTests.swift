import TaneCore
import Testing

@testable import TaneEmulator

@Suite("Node hashes")
struct NodeHashTests {
  private func hash(_ literal: TreeLiteral) -> String { NodeHash.of(.tree(Tree(literal))) }

  @Test("A node's hash equals that of the official clients")
  func known() {
    #expect(hash(4) == "eVih19a6ZDz3NL32uVBtg9KSgQY=")
    #expect(hash("hey guys") == "CUNLXWpCVoJE6z7z1vE57lGaKAU=")
    #expect(
      hash(["root": ["c": [".value": 99, ".priority": "abc"], ".priority": "def"]])
        == "Fm6tzN4CVEu5WxFDZUdTtqbTVaA="
    )
    #expect(NodeHash.of(nil) == "")
  }

  @Test("A node's hash does not depend on the kind of number or on its storage")
  func same() throws {
    #expect(hash(4.0) == hash(4))
    var node: DatabaseNode? = .tree(Tree(["a": ["b": 1, "c": 2], "d": "x"]))
    DatabaseNode.replace(&node, at: ["a", "b"], with: .tree(Tree(1)))
    #expect(NodeHash.of(node) == hash(["a": ["b": 1, "c": 2], "d": "x"]))
  }

  @Test("A node's hash includes children in priority order")
  func order() {
    let first = hash(["a": [".value": 1, ".priority": 2], "b": [".value": 1, ".priority": 1]])
    let second = hash(["a": [".value": 1, ".priority": 1], "b": [".value": 1, ".priority": 2]])
    #expect(first != second)
  }
}
