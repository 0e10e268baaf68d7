import TaneCore
import Testing

@Suite("Comparison options")
struct ComparisonOptionsTests {
  private func changeset(
    _ old: TreeLiteral,
    _ new: TreeLiteral,
    _ options: ComparisonOptions
  ) -> Changeset {
    Changeset(from: Tree(old), to: Tree(new), options: options)
  }

  @Test("Comparison by kind distinguishes 1 from 1.0 and marks the change as such")
  func numberKinds() {
    let options = ComparisonOptions(numbers: .byKind)
    let changeset = changeset(["a": 1, "b": 2, "c": 3], ["a": 1.0, "b": 2.5, "c": 3], options)
    #expect(changeset.listed == ["changed /a", "changed /b"])
    #expect(changeset.changes.map(\.isSameNumber) == [true, false])
    #expect(self.changeset(["a": 1], ["a": .serverTimestamp], options).isEmpty)
  }

  @Test("Comparison in milliseconds ignores the digits below a millisecond")
  func milliseconds() {
    func time(_ text: String) -> TreeLiteral {
      var builder = TreeBuilder()
      builder.append("2026-01-02T03:04:\(text)Z", tag: .timestamp)
      return .tree(builder.finish())
    }
    func differs(_ old: String, _ new: String, _ options: ComparisonOptions) -> Bool {
      !changeset(["a": time(old)], ["a": time(new)], options).isEmpty
    }
    let options = ComparisonOptions(lists: .asWhole, times: .milliseconds)
    #expect(!differs("05.123", "05.123456", options))
    #expect(!differs("05.124", "05.123999", options))
    #expect(!differs("05.123456", "05.123", options))
    #expect(differs("05.122", "05.123456", options))
    #expect(differs("05.123455", "05.123456", options))
    #expect(differs("05.123", "05.124", options))
    #expect(differs("05.123", "05.123456", ComparisonOptions()))
    let lists = (TreeLiteral.list([time("05.123")]), TreeLiteral.list([time("05.123456")]))
    #expect(changeset(lists.0, lists.1, options).isEmpty)
  }

  @Test("Adding or removing a tag is a change, even on a map")
  func tags() {
    var builder = TreeBuilder()
    builder.beginMap(tag: .geopoint)
    builder.endContainer()
    let changeset = Changeset(from: Tree(.map([])), to: builder.finish())
    #expect(changeset.listed == ["changed /"])
  }

  @Test("A comparison counts ignored values but does not report them")
  func ignored() {
    let options = ComparisonOptions(ignored: ["/users/*/lastLogin", "/**/cache", "/gone"])
    let changeset = changeset(
      [
        "users": ["a": ["lastLogin": 1, "name": "x"], "b": ["lastLogin": 2]],
        "cache": ["x": 1, "y": 2], "gone": 1,
      ],
      [
        "users": ["a": ["lastLogin": 2, "name": "y"], "b": ["cache": 3, "lastLogin": 2]],
        "cache": ["x": 2, "z": 2],
      ],
      options
    )
    #expect(changeset.listed == ["changed /users/a/name"])
    #expect(changeset.ignoredCount == 6)
    #expect(changeset.unchangedCount == 1)
  }

  @Test("Added, removed and moved elements of an ignored list are ignored")
  func ignoredElements() {
    let lists = ComparisonOptions.ListMatching.byIdentity(ListIdentity())
    let all = ComparisonOptions(lists: lists, ignored: ["/tags/*"])
    #expect(changeset(["tags": ["a", "b"]], ["tags": ["b", "c", "d"]], all).isEmpty)
    let one = ComparisonOptions(lists: lists, ignored: ["/tags/0"])
    #expect(changeset(["tags": ["a", "b"]], ["tags": ["x", "b"]], one).isEmpty)
    #expect(changeset(["tags": ["b"]], ["tags": ["a", "b"]], one).listed == ["added /tags/1"])
  }

  @Test("Elements that differ only in ignored members are matched")
  func ignoredInside() {
    let lists = ComparisonOptions.ListMatching.byIdentity(ListIdentity())
    let options = ComparisonOptions(lists: lists, ignored: ["/*/at"])
    let changeset = changeset(
      [["n": "a", "at": 1], ["n": "b", "at": 2]],
      [["n": "c", "at": 5], ["n": "a", "at": 6], ["n": "b", "at": 7]],
      options
    )
    #expect(changeset.listed == ["added /0"])
    #expect(changeset.ignoredCount == 2)
  }

  @Test("Ignoring the root ignores everything")
  func ignoredRoot() {
    let options = ComparisonOptions(ignored: ["/"])
    #expect(changeset(["a": 1], ["a": 2, "b": 1], options).isEmpty)
    #expect(changeset(["a": 1], ["a": 2, "b": 1], options).ignoredCount == 2)
    #expect(changeset(nil, 1, options).ignoredCount == 1)
  }

  @Test("Placing a change below the root of a larger tree extends all its paths")
  func placed() {
    let lists = ComparisonOptions.ListMatching.byIdentity(ListIdentity())
    let changes = changeset(
      [["id": 1, "n": 1], ["id": 2, "n": 1]],
      [["id": 2, "n": 2]],
      ComparisonOptions(lists: lists)
    ).changes.map { $0.placed(below: "/shops") }
    #expect(
      changes.map(\.listed) == ["removed /shops/0 (id)", "changed /shops/1/n -> /shops/0/n (id)"]
    )
    #expect(changes.map { $0.identity?.depth } == [2, 2])
  }
}
