import TaneCore
import Testing

@Suite("Changesets")
struct ChangesetTests {
  private func described(_ old: TreeLiteral, _ new: TreeLiteral) -> [String] {
    Changeset(from: Tree(old), to: Tree(new)).changes.map { "\($0.kind.rawValue) \($0.path)" }
  }

  @Test("A changeset lists additions, removals and changes in walk order")
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

  @Test("Equal numbers of different kinds are unchanged and counted")
  func unchanged() {
    let changeset = Changeset(from: Tree(["a": 1, "b": "x"]), to: Tree(["a": 1.0, "b": "x"]))
    #expect(changeset.isEmpty)
    #expect(changeset.unchangedCount == 2)
  }

  @Test("A server timestamp matches any number and only numbers")
  func serverTimestamp() {
    #expect(described(["at": 1_774_828_800_000], ["at": .serverTimestamp]) == [])
    #expect(described(["at": "yesterday"], ["at": .serverTimestamp]) == ["changed /at"])
    #expect(described([:], ["at": .serverTimestamp]) == ["added /at"])
  }

  @Test("Applying a changeset to random trees gives the new tree")
  func applying() {
    for (old, new) in RandomTree.pairs(2000, seed: 7) {
      let changeset = Changeset(from: old, to: new)
      #expect(old.applying(changeset) == new)
      #expect(Changeset(from: old.applying(changeset), to: new).isEmpty)
      #expect(Changeset(from: new, to: new).isEmpty)
    }
  }

  @Test("Applying an addition creates the containers above it")
  func intermediate() {
    let change = Change(path: "/a/b/c", old: nil, new: Tree(1))
    let changeset = Changeset(changes: [change])
    #expect(Tree(["a": "leaf"]).applying(changeset) == Tree(["a": ["b": ["c": 1]]]))
    #expect(Tree.null.applying(changeset) == Tree(["a": ["b": ["c": 1]]]))
  }

  @Test("Changes inside one map are applied also if they are not next to each other")
  func scattered() {
    let changes = [
      Change(path: "/t/h", old: nil, new: Tree("added")),
      Change(path: "/a", old: Tree(1), new: nil),
      Change(path: "/t/x", old: Tree(1), new: nil), Change(path: "/t/y", old: nil, new: Tree(2)),
    ]
    let tree = Tree(["a": 1, "t": ["x": 1, "z": 3]])
    let applied = tree.applying(Changeset(changes: changes))
    #expect(applied == Tree(["t": ["h": "added", "y": 2, "z": 3]]))
  }
}
