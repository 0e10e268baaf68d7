import Testing

@testable import TaneCore

@Suite("Shifted lists")
struct ShiftedListsTests {
  /// Returns a record of five values.
  private static func shop(_ id: Int64) -> TreeLiteral {
    ["id": .integer(id), "name": .string("Shop \(id)"), "open": true, "a": .integer(id), "b": 1]
  }

  private static func shops(_ ids: some Sequence<Int64>) -> TreeLiteral {
    .map([("note", "opening hours"), ("shops", .list(ids.map(shop)))])
  }

  private static func difference(
    _ found: TreeLiteral,
    _ desired: TreeLiteral,
    _ policy: PlanPolicy = PlanPolicy()
  ) -> ResourceDifference {
    ResourceComparison.difference(
      at: "shops:/",
      ExampleRules.database,
      policy,
      found: found,
      desired: desired
    )
  }

  @Test("A long list with an element inserted in front is written as one value, and shown as added")
  func insertion() throws {
    let difference = Self.difference(Self.shops(1...1000), Self.shops(0...1000))
    #expect(difference.written.described == ["changed /shops"])
    let shown = try #require(difference.readable).described
    #expect(shown == ["added /shops/0 (id)"])
    #expect(difference.lists == ["/shops"])
    let plan = Plan(Difference([difference]))
    #expect(plan.steps.map(\.after.content) == [Tree(Self.shops(0...1000)).storedForm()])
  }

  @Test("A replay writes a list as one value as its run did, unless the list is already as wanted")
  func replay() throws {
    func resource(_ ids: ClosedRange<Int64>) -> Resource {
      Resource(Address("shops:/"), Tree(Self.shops(ids)).storedForm())
    }
    let comparison = ResourceComparison(ExampleRules.database, PlanPolicy(), among: [])
    func reverting(_ ids: ClosedRange<Int64>) -> ResourceDifference {
      comparison.compare(resource(ids), writing: resource(1...1000), shiftedLists: ["/shops"])
    }
    #expect(reverting(0...1000).written.described == ["changed /shops"])
    #expect(try #require(reverting(0...1000).readable).described == ["removed /shops/0 (id)"])
    #expect(reverting(1...1000).isEmpty)
  }

  @Test("Other changes of the resource are written key by key")
  func others() {
    let desired = TreeLiteral.map([
      ("note", "closed"), ("shops", .list((0...1000).map(Self.shop))),
    ])
    let difference = Self.difference(Self.shops(1...1000), desired)
    #expect(difference.written.described == ["changed /note", "changed /shops"])
  }

  @Test(
    "A list is written key by key if most of its values stay, or if it is short, partly ignored or not owned",
    arguments: [
      (shops(1...1000), shops(1...1001), PlanPolicy(), ["added /shops/1000"]),
      (shops(2...3), shops(1...3), PlanPolicy(), nil),
      (shops(1...1000), shops(0...1000), .spelled(ignored: ["shops:/shops/*/b"]), nil),
      (shops(1...1000), shops(0...1000), .spelled(listed: ["shops:/shops/7"]), nil),
    ]
  )
  func keyByKey(
    found: TreeLiteral,
    desired: TreeLiteral,
    policy: PlanPolicy,
    changes: [String]?
  ) {
    let written = Self.difference(found, desired, policy).written
    let isWhole = written.changes.contains { $0.isOfShiftedList }
    #expect(!isWhole)
    if let changes { #expect(written.described == changes) }
  }

  @Test(
    "A list whose elements keep their identity is written key by key, so that elements are decided on"
  )
  func sameElements() {
    func list(_ value: Int64) -> TreeLiteral {
      .list((0..<1000).map { ["id": .integer($0), "a": .integer(value), "b": .integer(value)] })
    }
    let written = Self.difference(["shops": list(1)], ["shops": list(2)]).written
    #expect(written.changes.count == 2000)
  }

  @Test("A list with server timestamps is written key by key, so that unchanged ones are kept")
  func serverTimestamps() {
    func list(_ ids: ClosedRange<Int64>, _ time: TreeLiteral) -> TreeLiteral {
      .list(ids.map { ["id": .integer($0), "a": .integer($0), "b": .integer($0), "time": time] })
    }
    let written = Self.difference(list(1...1000, 1), list(0...1000, .serverTimestamp)).written
    let isWhole = written.changes.contains { $0.isOfShiftedList }
    #expect(!isWhole)
  }
}
