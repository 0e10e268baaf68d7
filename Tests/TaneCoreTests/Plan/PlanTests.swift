import TestSupport
import TaneCore
import Testing

@Suite("Plans")
struct PlanTests {
  private func node(
    _ address: String,
    _ found: TreeLiteral,
    _ desired: TreeLiteral
  ) -> ResourceDifference {
    ResourceComparison.difference(
      at: address,
      ExampleRules.database,
      found: found,
      desired: desired
    )
  }

  private func document(
    _ address: String,
    _ found: TreeLiteral,
    _ desired: TreeLiteral
  ) -> ResourceDifference {
    ResourceComparison.difference(
      at: address,
      ExampleRules.document,
      found: found,
      desired: desired
    )
  }

  private func object(_ name: String, from old: Int?, to new: Int?) -> ResourceDifference {
    func resource(_ size: Int?) -> Resource {
      Resource(
        Address(bucket: "images", object: name),
        size == nil ? .null : Tree(["contentType": "image/png"]),
        blob: size.map { BlobDigest(size: $0, crc32c: UInt32($0)) }
      )
    }
    return ResourceComparison(ExampleRules.object, PlanPolicy(), among: [])
      .compare(from: resource(old), to: resource(new))
  }

  @Test("A plan without differences is empty")
  func nothing() {
    let plan = Plan(Difference([node("shops:/a", 1, 1), object("a", from: 1, to: 1)]))
    #expect(plan.isEmpty)
    #expect(plan.addresses.isEmpty)
    #expect(plan.services.isEmpty)
    #expect(plan.inverse.isEmpty)
    #expect(plan.difference.isEmpty)
    #expect(Plan(Difference([])).isEmpty)
  }

  @Test("A plan keeps extras unless it prunes")
  func extras() {
    let difference = Difference([
      node("shops:/a", ["x": 1, "y": 2], ["x": 1]), node("shops:/b", ["x": 1, "y": 2], ["x": 2]),
    ])
    #expect(!difference.isSettled)
    let plan = Plan(difference)
    #expect(plan.places == ["shops:/b/x"])
    #expect(plan.counts.keptExtras == 2)
    #expect(plan.counts.removedValues == 0)
    #expect(plan.steps.map(\.after.content) == [Tree(["x": 2, "y": 2])])
    let pruning = Plan(difference, prunes: true)
    #expect(pruning.places == ["shops:/a/y", "shops:/b/x", "shops:/b/y"])
    #expect(pruning.counts.keptExtras == 0)
    #expect(pruning.counts.removedValues == 2)
    #expect(pruning.steps.map(\.after.content) == [Tree(["x": 1]), Tree(["x": 2])])
  }

  @Test("A plan with only extras is empty, and the difference is settled")
  func settled() {
    let difference = Difference([node("shops:/a", ["x": 1, "y": 2], ["x": 1])])
    #expect(difference.isSettled)
    #expect(!difference.isEmpty)
    #expect(Plan(difference).isEmpty)
    #expect(!Plan(difference, prunes: true).isEmpty)
  }

  @Test("A plan writes database values one by one and other resources whole")
  func addresses() {
    let plan = Plan(
      Difference([
        node("shops:/a", ["x": 1, "y": 1], ["x": 2, "y": 2]), node("shops:/b", nil, ["x": 1]),
        document("firestore:/posts/p1", ["x": 1, "y": 1], ["x": 2, "y": 2]),
        object("a/1.png", from: nil, to: 1),
      ])
    )
    #expect(
      plan.places == [
        "shops:/a/x", "shops:/a/y", "shops:/b", "firestore:/posts/p1", "images:/a/1.png",
      ]
    )
    #expect(
      plan.steps.map(\.address.description) == plan.difference.resources.map(\.address.description)
    )
  }

  @Test("A plan keeps services in the order of comparison")
  func services() {
    let plan = Plan(
      Difference([
        node("shops:/b", 1, 2), node("shops:/a", 1, 2), node("users:/same", 1, 1),
        document("firestore:/posts/p1", ["x": 1], ["x": 2]), object("a", from: 1, to: 2),
        object("b", from: 1, to: 2),
      ])
    )
    #expect(plan.services.map(\.name) == ["shops", "firestore", "images"])
    #expect(plan.services.map(\.steps.count) == [2, 1, 2])
    #expect(plan.services[0].steps.map(\.address.description) == ["shops:/b", "shops:/a"])
  }

  /// The observed and the desired value of a node, and the numbers of added, changed and removed
  /// values.
  private static let values: [(TreeLiteral, TreeLiteral, added: Int, changed: Int, removed: Int)] =
    [
      (nil, 1, 1, 0, 0),
      (nil, ["a": 1, "b": ["c": 2, "d": 3]], 3, 0, 0),
      (1, 2, 0, 1, 0),
      (["a": 1, "b": 2], ["a": 2, "b": 3], 0, 2, 0),
      // A map replaces a scalar: one value counts as changed, the other ones as added.
      (1, ["a": 1, "b": 2], 1, 1, 0),
      (["a": ["x": 1, "y": 2, "z": 3]], ["a": 1], 0, 1, 2),
      ([1, 2, 3], [1], 0, 0, 2),
      ([1], [2, 3], 1, 1, 0),
      (["mine": 1], ["a": 1], 1, 0, 0),
    ]

  @Test("A plan counts added, changed and removed values", arguments: values.indices)
  func counting(_ index: Int) {
    let (found, desired, added, changed, removed) = Self.values[index]
    let counts = Plan(Difference([node("shops:/a", found, desired)])).counts
    #expect(counts.addedValues == added)
    #expect(counts.changedValues == changed)
    #expect(counts.removedValues == removed)
    #expect(counts.resources.isEmpty)
    #expect(counts.writtenUncheckedCount == 0)
  }

  @Test("A plan counts resources by their noun, with bytes where they have any")
  func resources() {
    let plan = Plan(
      Difference([
        node("shops:/a", nil, 1), document("firestore:/posts/p1", nil, ["a": 1, "b": 2]),
        document("firestore:/posts/p2", ["a": 1], ["a": 2]),
        document("firestore:/posts/p3", ["a": 1], ["a": 1]), object("a", from: nil, to: 10),
        object("b", from: 3, to: 4), object("c", from: 5, to: 5), object("d", from: 6, to: nil),
      ])
    )
    let resources = plan.counts.resources
    #expect(resources.map(\.noun) == ["document", "object"])
    #expect(resources.map(\.added) == [1, 1])
    #expect(resources.map(\.changed) == [1, 1])
    #expect(resources.map(\.removed) == [0, 1])
    #expect(resources.map(\.bytes) == [nil, 14])
    #expect(plan.counts.addedValues == 3)
    #expect(plan.counts.changedValues == 1)
  }

  @Test("A plan lists kinds of resources without writes with a count of zero")
  func untouched() {
    let counts = Plan(Difference([object("c", from: 5, to: 5)])).counts
    #expect(counts.resources.map(\.noun) == ["object"])
    #expect(counts.resources.map(\.added) == [0])
    #expect(counts.resources.map(\.changed) == [0])
    #expect(counts.resources.map(\.bytes) == [0])
  }

  @Test("A plan counts written passwords that cannot be compared")
  func unchecked() {
    func counts(_ found: TreeLiteral) -> PlanCounts {
      let difference = ResourceComparison.difference(
        at: "accounts:/u1",
        ExampleRules.account,
        found: found,
        desired: ["email": "a@example.com", "password": "<redacted>"]
      )
      return Plan(Difference([difference])).counts
    }
    #expect(counts(nil).writtenUncheckedCount == 1)
    #expect(counts(["email": "a@example.com"]).writtenUncheckedCount == 1)
    #expect(counts(["email": "b@example.com", "password": "x"]).writtenUncheckedCount == 0)
  }
}
