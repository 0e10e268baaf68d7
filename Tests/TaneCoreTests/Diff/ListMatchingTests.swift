import TaneCore
import Testing

@Suite("Lists whose elements are matched")
struct ListMatchingTests {
  private func listed(
    _ old: TreeLiteral,
    _ new: TreeLiteral,
    _ identity: ListIdentity = ListIdentity()
  ) -> [String] {
    changeset(old, new, identity).listed
  }

  private func changeset(
    _ old: TreeLiteral,
    _ new: TreeLiteral,
    _ identity: ListIdentity = ListIdentity()
  ) -> Changeset {
    let options = ComparisonOptions(lists: .byIdentity(identity))
    return Changeset(from: Tree(old), to: Tree(new), options: options)
  }

  private func shop(_ id: Int64, _ name: String = "") -> TreeLiteral {
    ["id": .integer(id), "name": .string(name)]
  }

  @Test("an element that comes or goes leaves those behind it alone")
  func addedAndRemoved() {
    #expect(listed([shop(1), shop(2)], [shop(9), shop(1), shop(2)]) == ["added /0 (id)"])
    #expect(listed([shop(1), shop(2), shop(3)], [shop(1), shop(3)]) == ["removed /1 (id)"])
    #expect(
      listed([shop(1), shop(2), shop(3)], [shop(0), shop(1), shop(3), shop(4)])
        == ["added /0 (id)", "removed /1 (id)", "added /3 (id)"]
    )
    #expect(listed([], [shop(1)]) == ["added /0"])
    #expect(listed([shop(1)], []) == ["removed /0"])
  }

  @Test("a change inside an element that stands elsewhere names both places and the identity")
  func nested() throws {
    let changeset = changeset(
      ["shops": [shop(1), shop(2, "麺屋")]],
      ["shops": [shop(2, "寿司屋")]]
    )
    #expect(
      changeset.listed == [
        "removed /shops/0 (id)", "changed /shops/1/name -> /shops/0/name (id)",
      ]
    )
    let change = try #require(changeset.changes.last)
    #expect(change.old == Tree("麺屋"))
    #expect(change.new == Tree("寿司屋"))
    #expect(change.identity == Change.Identity(member: "id", value: Tree(2), depth: 2))
    #expect(changeset.unchangedCount == 1)
  }

  @Test("as few elements as can be have moved")
  func moved() {
    #expect(
      listed([shop(1), shop(2), shop(3), shop(4, "a")], [shop(4, "b"), shop(1), shop(2), shop(3)])
        == ["moved /3 -> /0 (id)", "changed /3/name -> /0/name (id)"]
    )
    #expect(
      listed([shop(1), shop(2), shop(3)], [shop(2), shop(9), shop(3), shop(1)])
        == ["added /1 (id)", "moved /0 -> /3 (id)"]
    )
  }

  @Test("a list whose order alone differs is one change")
  func reordered() {
    let changeset = changeset(
      ["a": [shop(1, "x"), shop(2), shop(3)]],
      ["a": [shop(3), shop(1, "x"), shop(2)]]
    )
    #expect(changeset.listed == ["reordered /a"])
    #expect(changeset.changes.first?.old?.children.count == 3)
    #expect(changeset.unchangedCount == 6)
    #expect(listed(["a", "b", "c"], ["c", "a", "b"]) == ["reordered /"])
    #expect(listed(["a", "b"], ["b", "a", "c"]) == ["moved /1 -> /0", "added /2"])
  }

  @Test("an identity is a scalar that all elements have and no two share, whatever kind of number")
  func identity() {
    #expect(listed([["key": 1], ["key": "1"]], [["key": "1"], ["key": 1.0]]) == ["reordered /"])
    #expect(
      listed([["id": 1, "a": 1], ["id": 1, "a": 2]], [["id": 1, "a": 2], ["id": 1, "a": 3]])
        == ["removed /0", "added /1"]
    )
    #expect(listed([["id": 1, "uid": "b"]], [["uid": "b"]]) == ["removed /0/id (uid)"])
    #expect(
      listed([["id": nil, "a": 1]], [["id": nil, "a": 2]]) == ["changed /0/a"]
    )
  }

  @Test("a rule names the member for its lists, and is passed over where it does not fit")
  func rules() {
    let rule = ListIdentity.Rule(lists: "/shops/*/menu", member: "code")
    let identity = ListIdentity(members: [], rules: [rule])
    let old: TreeLiteral = ["shops": [["menu": [["code": "a", "n": 1], ["code": "b", "n": 2]]]]]
    let new: TreeLiteral = ["shops": [["menu": [["code": "b", "n": 3]]]]]
    #expect(
      listed(old, new, identity) == [
        "removed /shops/0/menu/0 (code)", "changed /shops/0/menu/1/n -> /shops/0/menu/0/n (code)",
      ]
    )
    #expect(listed([["code": "a"]], [["code": "b"]], identity) == ["changed /0/code"])
  }

  @Test("elements without an identity are told by what they hold")
  func content() {
    #expect(listed(["a", "b", "c", "d"], ["a", "c", "x", "d"]) == ["removed /1", "added /2"])
    #expect(listed(["a", "b", "c"], ["a", "x", "c"]) == ["changed /1"])
    #expect(
      listed([["n": 1, "m": 1], ["n": 2]], [["n": 0], ["n": 1, "m": 2], ["n": 2]])
        == ["removed /0/m", "changed /0/n", "added /1"]
    )
    #expect(listed([[1, 2], [3]], [[3], [1, 2], [4]]) == ["moved /1 -> /0", "added /2"])
  }

  @Test("a large list without identities is aligned at what stands once in it")
  func large() {
    let old = (0..<3000).map { TreeLiteral.integer($0 % 7 == 0 ? 0 : $0) }
    var new = old
    new[1500] = "changed"
    new.remove(at: 2500)
    new.insert("added", at: 10)
    #expect(
      listed(.list(old), .list(new)) == [
        "added /10", "changed /1500 -> /1501", "removed /2500",
      ]
    )
  }

  @Test("by index, what follows an insertion has changed")
  func byIndex() {
    let changeset = Changeset(from: Tree(["a", "b"]), to: Tree(["x", "a", "b"]))
    #expect(changeset.listed == ["changed /0", "changed /1", "added /2"])
  }
}
