import TaneCore
import Testing

@Suite("Changeset")
struct ChangesetTests {
  private func described(_ old: TreeLiteral, _ new: TreeLiteral) -> [String] {
    Changeset(from: Tree(old), to: Tree(new)).changes.map { "\($0.kind.rawValue) \($0.path)" }
  }

  @Test("finds what was added, removed and changed, in walk order")
  func kinds() {
    #expect(
      described(
        ["a": 1, "b": ["x": 1, "y": 2], "c": [1, 2, 3], "10": 0],
        ["a": 2, "b": ["x": 1, "z": 3], "c": [1, 9], "9": 0]
      ) == [
        "added /9", "removed /10", "changed /a", "removed /b/y", "added /b/z", "changed /c/1",
        "removed /c/2",
      ]
    )
    #expect(described(nil, ["a": 1]) == ["added /"])
    #expect(described(["a": 1], nil) == ["removed /"])
    #expect(described(["a": ["b": 1]], ["a": 1]) == ["changed /a"])
    #expect(described(["a": nil], ["a": 0]) == ["changed /a"])
    #expect(described(nil, nil) == [])
  }

  @Test("takes equal numbers for equal, and counts what is unchanged")
  func unchanged() {
    let changeset = Changeset(from: Tree(["a": 1, "b": "x"]), to: Tree(["a": 1.0, "b": "x"]))
    #expect(changeset.isEmpty)
    #expect(changeset.unchangedCount == 2)
  }

  @Test("lets a server timestamp stand for any number, and only for a number")
  func serverTimestamp() {
    #expect(described(["at": 1_774_828_800_000], ["at": .serverTimestamp]) == [])
    #expect(described(["at": "yesterday"], ["at": .serverTimestamp]) == ["changed /at"])
    #expect(described([:], ["at": .serverTimestamp]) == ["added /at"])
  }

  @Test("applying the difference from a to b to a gives b, for any trees")
  func applying() {
    for (old, new) in RandomTree.pairs(2000, seed: 7) {
      let changeset = Changeset(from: old, to: new)
      #expect(old.applying(changeset) == new)
      #expect(Changeset(from: old.applying(changeset), to: new).isEmpty)
      #expect(Changeset(from: new, to: new).isEmpty)
    }
  }

  @Test("makes the containers on the way to an addition")
  func intermediate() {
    let change = Change(path: "/a/b/c", old: nil, new: Tree(1))
    let changeset = Changeset(changes: [change])
    #expect(Tree(["a": "leaf"]).applying(changeset) == Tree(["a": ["b": ["c": 1]]]))
    #expect(Tree.null.applying(changeset) == Tree(["a": ["b": ["c": 1]]]))
  }
}
