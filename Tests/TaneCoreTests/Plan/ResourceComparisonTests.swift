import TaneCore
import Testing

/// An observed and a desired value with the expected result of their comparison.
private struct ComparisonCase: Sendable, CustomStringConvertible {
  let description: String
  let found: TreeLiteral
  let desired: TreeLiteral
  var policy = PlanPolicy()
  let differs: [String]
  var same: Int?
  var ignored = 0

  init(
    _ description: String,
    _ found: TreeLiteral,
    _ desired: TreeLiteral,
    _ policy: PlanPolicy = PlanPolicy(),
    differs: [String],
    same: Int? = nil,
    ignored: Int = 0
  ) {
    self.description = description
    (self.found, self.desired, self.policy) = (found, desired, policy)
    (self.differs, self.same, self.ignored) = (differs, same, ignored)
  }

  func check(at address: String, _ rules: ResourceRules) {
    let difference = ResourceComparison.difference(
      at: address,
      rules,
      policy,
      found: found,
      desired: desired
    )
    #expect(difference.described == differs)
    if let same { #expect(difference.written.unchangedCount == same) }
    #expect(difference.written.ignoredCount == ignored)
    #expect(difference.isEmpty == differs.isEmpty)
    #expect(difference.isSettled == differs.allSatisfy { $0.hasPrefix("extra ") })
  }
}

@Suite("Comparison of resources")
struct ResourceComparisonTests {
  private static let nodes: [ComparisonCase] = [
    ComparisonCase("the same", ["a": 1, "b": 2], ["b": 2, "a": 1], differs: [], same: 2),
    ComparisonCase("nothing there", nil, ["a": 1], differs: ["added /shops"], same: 0),
    ComparisonCase("nothing wanted", ["a": 1], nil, differs: ["extra /shops"]),
    ComparisonCase("a value", ["a": 1, "b": 2], ["a": 1, "b": 3], differs: ["changed /shops/b"]),
    ComparisonCase("a new key", ["a": 1], ["a": 1, "b": 3], differs: ["added /shops/b"], same: 1),
    ComparisonCase("an extra", ["a": 1, "b": 2], ["a": 1], differs: ["extra /shops/b"], same: 1),
    ComparisonCase(
      "an extra deep down",
      ["a": ["x": 1, "y": 2]],
      ["a": ["x": 2]],
      differs: ["changed /shops/a/x", "extra /shops/a/y"]
    ),
    ComparisonCase("one number of two kinds", ["a": 1], ["a": 1.0], differs: [], same: 1),
    ComparisonCase(
      "a list is one value: what it has beyond its fixture goes",
      ["a", "b", "c"],
      ["a", "b"],
      differs: ["removed /shops/2"],
      same: 2
    ),
    ComparisonCase(
      "so does what an element has beyond its fixture",
      [["id": 1, "note": "x"]],
      [["id": 1]],
      differs: ["removed /shops/0/note"]
    ),
    ComparisonCase(
      "a map of a list's keys is a map: the rest stays",
      ["a", "b"],
      ["0": "a"],
      differs: ["extra /shops/1"]
    ),
    ComparisonCase(
      "an empty list in a map that nothing else stands in",
      ["a": ["tags": ["x"]]],
      ["a": ["tags": []]],
      differs: ["removed /shops/a/tags"]
    ),
    ComparisonCase(
      "beside it extras stay",
      ["a": ["mine": 1, "tags": ["x"]]],
      ["a": ["tags": []]],
      differs: ["extra /shops/a/mine", "removed /shops/a/tags"]
    ),
    ComparisonCase("an empty map asks for nothing", ["x": 1], [:], differs: ["extra /shops"]),
    ComparisonCase(
      "a time of the server is any number",
      ["at": 5],
      ["at": .serverTimestamp],
      differs: []
    ),
    ComparisonCase(
      "and is set where something else stands",
      ["at": "noon"],
      ["at": .serverTimestamp],
      differs: ["changed /shops/at"]
    ),
  ]

  @Test("Nodes of a Realtime Database are compared value by value", arguments: nodes)
  private func database(_ example: ComparisonCase) {
    example.check(at: "shops:/shops", ExampleRules.database)
  }

  private static let policies: [ComparisonCase] = [
    ComparisonCase(
      "listed: keys beside those of the fixtures are nobody's business",
      ["u1": ["name": "a"], "u2": ["name": "b"]],
      ["u1": ["name": "a"]],
      PlanPolicy.spelled(listed: ["shops:/shops"]),
      differs: []
    ),
    ComparisonCase(
      "listed: what stands below a listed key is whole",
      ["u1": ["name": "a", "note": 1], "u2": 1],
      ["u1": ["name": "a"]],
      PlanPolicy.spelled(listed: ["shops:/shops"]),
      differs: ["extra /shops/u1/note"]
    ),
    ComparisonCase(
      "listed: a node below the resource's own",
      ["u1": ["name": "a", "note": 1], "u2": 1],
      ["u1": ["name": "a"]],
      PlanPolicy.spelled(listed: ["shops:/shops/u1"]),
      differs: ["extra /shops/u2"]
    ),
    ComparisonCase(
      "listed: another database's node",
      ["u1": 1, "u2": 1],
      ["u1": 1],
      PlanPolicy.spelled(listed: ["users:/shops"]),
      differs: ["extra /shops/u2"]
    ),
    ComparisonCase(
      "ignored: left out and counted",
      ["a": ["at": 1, "n": 1], "b": ["at": 2]],
      ["a": ["at": 3, "n": 2], "b": ["at": 2]],
      PlanPolicy.spelled(ignored: ["shops:/shops/*/at"]),
      differs: ["changed /shops/a/n"],
      same: 1,
      ignored: 1
    ),
    ComparisonCase(
      "ignored: a node above the resource covers all of it",
      ["a": 1, "b": 1],
      ["a": 2, "b": 2],
      PlanPolicy.spelled(ignored: ["shops:/"]),
      differs: [],
      ignored: 2
    ),
    ComparisonCase(
      "ignored: an extra",
      ["a": 1, "cache": 1],
      ["a": 1],
      PlanPolicy.spelled(ignored: ["shops:/**/cache"]),
      differs: [],
      ignored: 1
    ),
    ComparisonCase(
      "ignored: another database",
      ["a": 1],
      ["a": 2],
      PlanPolicy.spelled(ignored: ["users:/**/a"]),
      differs: ["changed /shops/a"]
    ),
  ]

  @Test("Nodes are compared under the profile's policy", arguments: policies)
  private func policy(_ example: ComparisonCase) {
    example.check(at: "shops:/shops", ExampleRules.database)
  }

  private static func vector(_ value: TreeLiteral) -> TreeLiteral {
    ["__type__": "__vector__", "value": [value]]
  }

  private static let documents: [ComparisonCase] = [
    ComparisonCase("none there", nil, ["a": 1], differs: ["added /posts/p1"]),
    ComparisonCase("an empty one, which is one", [:], [:], differs: []),
    ComparisonCase("an empty one where none is", nil, [:], differs: ["added /posts/p1"]),
    ComparisonCase(
      "one number of two kinds",
      ["n": 1],
      ["n": 1.0],
      differs: ["changed /posts/p1/n"]
    ),
    ComparisonCase(
      "a list is written as a whole",
      ["tags": ["a", "b"]],
      ["tags": ["a"]],
      differs: ["changed /posts/p1/tags"]
    ),
    ComparisonCase(
      "fields of a map are written one by one",
      ["author": ["name": "A", "age": 3]],
      ["author": ["name": "B"]],
      differs: ["extra /posts/p1/author/age", "changed /posts/p1/author/name"]
    ),
    ComparisonCase(
      "a vector is written as a whole",
      ["v": vector(1.0)],
      ["v": vector(2.0)],
      differs: ["changed /posts/p1/v"]
    ),
    ComparisonCase(
      "also where a plain map stands, and the other way round",
      ["v": ["a": 1, "b": 2], "w": vector(1.0)],
      ["v": vector(1.0), "w": ["a": 1, "b": 2]],
      differs: ["changed /posts/p1/v", "changed /posts/p1/w"]
    ),
    ComparisonCase("null is a value", ["a": 1], ["a": nil], differs: ["changed /posts/p1/a"]),
    ComparisonCase(
      "only a field that is asked for",
      ["a": 1, "b": 1, "c": 1],
      ["a": 2, "b": 2, "c": 1],
      PlanPolicy.spelled(asked: ["firestore:/posts/p1/b", "firestore:/posts/p1/c"]),
      differs: ["changed /posts/p1/b"],
      same: 1
    ),
    ComparisonCase(
      "only a field that is asked for, of a document that is not there",
      nil,
      ["a": 2, "b": ["x": 1, "y": 2]],
      PlanPolicy.spelled(asked: ["firestore:/posts/p1/b/x"]),
      differs: ["added /posts/p1/b/x"],
      same: 0
    ),
    ComparisonCase(
      "all of a document whose collection is asked for",
      ["a": 1, "b": 1],
      ["a": 2, "b": 2],
      PlanPolicy.spelled(asked: ["firestore:/posts"]),
      differs: ["changed /posts/p1/a", "changed /posts/p1/b"]
    ),
  ]

  @Test("Firestore documents are compared field by field", arguments: documents)
  private func document(_ example: ComparisonCase) {
    example.check(at: "firestore:/posts/p1", ExampleRules.document)
  }

  @Test("A password on both sides counts as unchecked, and a missing one is added")
  func unchecked() {
    func difference(_ found: TreeLiteral) -> ResourceDifference {
      ResourceComparison.difference(
        at: "accounts:/u1",
        ExampleRules.account,
        found: found,
        desired: ["email": "a@example.com", "password": "<redacted>"]
      )
    }
    let both = difference(["email": "a@example.com", "password": "<other>"])
    #expect(both.described == [])
    #expect(both.uncheckedCount == 1)
    #expect(both.new.content["password"] == nil)
    let one = difference(["email": "a@example.com"])
    #expect(one.described == ["added /u1/password"])
    #expect(one.uncheckedCount == 0)
    let none = difference(nil)
    #expect(none.described == ["added /u1"])
    #expect(none.uncheckedCount == 0)
  }

  @Test("The observed content is shown in the form that its kind chooses")
  func shown() {
    var rules = ExampleRules.account
    rules.shown = { content, other in
      other["disabled"] == nil ? content : Tree(["disabled": false])
    }
    let difference = ResourceComparison.difference(
      at: "accounts:/u1",
      rules,
      found: [:],
      desired: ["disabled": false]
    )
    #expect(difference.isEmpty)
    #expect(difference.old.content == Tree(["disabled": false]))
  }

  @Test("Comparing two complete sides lists values that only the old side has as removed")
  func sides() {
    let address = Address("shops:/")
    let comparison = ResourceComparison(ExampleRules.database, PlanPolicy(), among: [address])
    let difference = comparison.compare(
      from: Resource(address, Tree(["a": 1, "b": 2])),
      to: Resource(address, Tree(["b": 3, "c": 4]))
    )
    #expect(difference.described == ["removed /a", "changed /b", "added /c"])
    #expect(difference.kind == .changed)
    let gone = comparison.compare(
      from: Resource(address, Tree(["a": 1])),
      to: Resource(address, .null)
    )
    #expect(gone.described == ["removed /"])
    #expect(gone.kind == .removed)
  }
}
