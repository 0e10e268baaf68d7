import TaneCore
import Testing

@Suite("Matching of list elements")
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

  @Test("An added or removed element leaves the following ones unchanged")
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

  @Test("A change inside a moved element has both paths and the identity")
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

  @Test("As few elements as possible count as moved")
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

  @Test("A list that differs only in order is one change")
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

  @Test("An identity is a scalar that all elements have and no two share")
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

  @Test("An identity rule names the member for its lists and is skipped where it does not fit")
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

  @Test("Elements without an identity are matched by content")
  func content() {
    #expect(listed(["a", "b", "c", "d"], ["a", "c", "x", "d"]) == ["removed /1", "added /2"])
    #expect(listed(["a", "b", "c"], ["a", "x", "c"]) == ["changed /1"])
    #expect(
      listed([["n": 1, "m": 1], ["n": 2]], [["n": 0], ["n": 1, "m": 2], ["n": 2]])
        == ["added /0", "changed /0/m -> /1/m"]
    )
    #expect(listed([[1, 2], [3]], [[3], [1, 2], [4]]) == ["moved /1 -> /0", "added /2"])
  }

  private func container(_ name: String, image: String, port: Int64) -> TreeLiteral {
    [
      "name": .string(name), "image": .string(image),
      "ports": [["containerPort": .integer(port), "protocol": "TCP"]],
      "env": [["name": "TZ", "value": "Asia/Tokyo"], ["name": "PORT", "value": .integer(port)]],
    ]
  }

  @Test("Removing one of several changed elements is reported as one removal")
  func names() throws {
    let changeset = changeset(
      [
        container("proxy", image: "proxy:1", port: 80),
        container("web", image: "web:1", port: 8080),
        container("worker", image: "worker:1", port: 9000),
      ],
      [
        container("web", image: "web:2", port: 8080),
        container("worker", image: "worker:2", port: 9001),
      ]
    )
    #expect(
      changeset.listed == [
        "removed /0 (name)", "changed /1/image -> /0/image (name)",
        "changed /2/env/1/value -> /1/env/1/value (name)", "changed /2/image -> /1/image (name)",
        "changed /2/ports/0/containerPort -> /1/ports/0/containerPort (name)",
      ]
    )
    let removed = try #require(changeset.changes.first)
    #expect(removed.identity == Change.Identity(member: "name", value: Tree("proxy"), depth: 1))
    #expect(
      listed(
        [["slug": "a", "n": 1], ["slug": "b", "n": 2], ["slug": "c", "n": 3]],
        [["slug": "c", "n": 4], ["slug": "b", "n": 3]]
      ) == [
        "moved /2 -> /0 (slug)", "changed /2/n -> /0/n (slug)", "removed /0 (slug)",
        "changed /1/n (slug)",
      ]
    )
    #expect(
      listed([["path": "/a", "n": 1], ["path": "/b", "n": 2]], [["path": "/b", "n": 3]])
        == ["removed /0 (path)", "changed /1/n -> /0/n (path)"]
    )
  }

  @Test("A renamed element is matched if half of its content is unchanged")
  func renamed() {
    #expect(
      listed(
        [["name": "a", "x": 1, "y": 2], ["name": "b", "x": 5, "y": 6]],
        [["name": "c", "x": 1, "y": 2], ["name": "d", "x": 7, "y": 8]]
      ) == ["changed /0/name", "added /1 (name)", "removed /1 (name)"]
    )
  }

  @Test("Shared names count no more than other values when matching elements")
  func sharedNames() {
    #expect(
      listed(
        [
          ["name": "tea", "n": 1, "m": 1], ["name": "tea", "n": 2, "m": 2],
          ["name": "cake", "n": 3],
        ],
        [["name": "tea", "n": 2, "m": 5], ["name": "cake", "n": 4]]
      ) == ["removed /0", "changed /1/m -> /0/m", "changed /2/n -> /1/n"]
    )
  }

  private func record(_ numbers: [Int64]) -> TreeLiteral {
    .map(numbers.enumerated().map { ("k\($0.offset)", .integer($0.element)) })
  }

  @Test("Elements without a name are matched by similarity, even if they moved")
  func similarity() {
    let old = [[1, 2, 3, 4], [11, 12, 13, 14], [21, 22, 23, 24], [31, 32, 33, 34]]
      .map { record($0) }
    #expect(
      listed(
        .list(old),
        .list([[11, 12, 13, 0], [21, 0, 23, 24], [31, 32, 33, 0]].map { record($0) })
      )
        == [
          "removed /0", "changed /1/k3 -> /0/k3", "changed /2/k1 -> /1/k1",
          "changed /3/k3 -> /2/k3",
        ]
    )
    #expect(
      listed(
        .list(old),
        .list([[31, 32, 33, 0], [1, 2, 3, 4], [11, 12, 13, 14]].map { record($0) })
      )
        == ["moved /3 -> /0", "changed /3/k3 -> /0/k3", "removed /2"]
    )
    // Elements with nothing in common count as a removal and an addition.
    #expect(
      listed([record([1, 2, 3, 4])], [record([5, 6, 7, 8])]) == ["added /0", "removed /0"]
    )
  }

  @Test("Ignored values do not make elements similar")
  func ignoredSimilarity() {
    let old: TreeLiteral = [["a": 1, "b": 2, "c": 3, "t": 9], ["a": 5, "b": 6, "c": 7, "t": 8]]
    let new: TreeLiteral = [["a": 5, "b": 6, "c": 0, "t": 9]]
    let options = ComparisonOptions(
      lists: .byIdentity(ListIdentity()),
      ignored: [PathPattern(parsing: "/*/t")]
    )
    let changeset = Changeset(from: Tree(old), to: Tree(new), options: options)
    #expect(changeset.listed == ["removed /0", "changed /1/c -> /0/c"])
    #expect(changeset.ignoredCount == 1)
  }

  @Test("A very long list of changed elements is compared index by index")
  func bounded() {
    let count = 5000
    let old = (0..<count).map { record([Int64($0), 1, 2, 3]) }
    let new = (0..<count).map { record([Int64($0), 5, 6, 7]) }
    #expect(listed(.list(old), .list(new)).count == 3 * count)
  }

  @Test("A large list without identities is aligned at its unique elements")
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

  @Test("Comparison by index reports changes after an insertion")
  func byIndex() {
    let changeset = Changeset(from: Tree(["a", "b"]), to: Tree(["x", "a", "b"]))
    #expect(changeset.listed == ["changed /0", "changed /1", "added /2"])
  }
}
