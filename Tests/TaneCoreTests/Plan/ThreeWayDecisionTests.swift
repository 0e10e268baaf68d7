import TestSupport
import TaneCore
import Testing

@Suite("Three-way decisions of a plan")
struct ThreeWayDecisionTests {
  private static let address = Address("shops:/a")
  private static let careful = OverwritePolicy(overwritesEdits: false, overwritesConflicts: false)

  /// Returns a plan for a database node with a recorded, an observed and a desired value, which is
  /// nil if fixtures no longer describe the node.
  private static func plan(
    recorded: Tree,
    found: Tree,
    desired: Tree?,
    prunes: Bool = false,
    _ rules: ResourceRules = ExampleRules.database,
    _ policy: OverwritePolicy = careful
  ) -> Plan {
    let desired = desired.map { DesiredResource(address, $0) } ?? .orphan(at: address)
    let difference = ResourceComparison(rules, PlanPolicy(), among: [address])
      .compare(Resource(address, found), with: desired)
    return Plan(
      Difference([difference]),
      prunes: prunes,
      overwriting: policy,
      recorded: { _ in RecordedResource(last: Resource(address, recorded)) },
      keepsRecorded: { _ in false }
    )
  }

  @Test("A written value that is read back as another one was not written, even if it is recorded")
  func unwrittenValues() {
    let (old, new) = (Tree(["x": 1, "y": 2, "z": 3]), Tree(["x": 5, "y": 2, "z": 3]))
    let applied = Self.plan(recorded: old, found: old, desired: new)
    func differing(_ found: Tree) -> [String]? {
      Self.plan(recorded: new, found: found, desired: new).difference(notMadeBy: applied)?
        .resources.flatMap { $0.written.changes.map { "\($0.path)" } }
    }
    #expect(differing(new) == nil)
    #expect(differing(old) == ["/a/x"])
    #expect(differing(Tree(["x": 7, "y": 2, "z": 9])) == ["/a/x"])
    #expect(differing(Tree("scalar")) == ["/a"])
    // The run did not write this value, so its change is a manual edit, which is kept.
    #expect(differing(Tree(["x": 5, "y": 9, "z": 3])) == nil)
  }

  /// Returns an element of a list; elements without an identity have few different values, so that
  /// some are equal.
  private static func element(id: Int?, _ random: inout SeededGenerator) -> TreeLiteral {
    let value = TreeLiteral.integer(Int64.random(in: 0..<3, using: &random))
    return id.map { ["id": .integer(Int64($0)), "n": value] } ?? ["n": value]
  }

  /// Returns the elements by index after some were changed, removed or added.
  private static func edited(
    _ elements: [Int: TreeLiteral],
    hasIDs: Bool,
    _ random: inout SeededGenerator
  ) -> [Int: TreeLiteral] {
    var elements = elements
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let index = Int.random(in: 0...5, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: elements[index] = nil
      case 1 where elements.keys.contains(index):
        elements[index] = element(id: hasIDs ? index : nil, &random)
      default: elements[index] = element(id: hasIDs ? index + 10 : nil, &random)
      }
    }
    return elements
  }

  private static func list(_ elements: [Int: TreeLiteral]) -> Tree {
    Tree(.list((0...5).map { elements[$0] ?? .null }))
  }

  @Test("Pruning keeps a node without recorded content, even if fixtures win")
  func emptiedRecord() {
    let plan = Self.plan(
      recorded: Tree(.map([])),
      found: Tree(["by": "hand"]),
      desired: nil,
      prunes: true,
      ExampleRules.database,
      OverwritePolicy()
    )
    #expect(plan.isEmpty && plan.withheld.isEmpty)
  }

  @Test("Pruning removes a node of unknown origin that fixtures describe as null")
  func describedAsNull() {
    let plan = Self.plan(
      recorded: .null,
      found: Tree(["by": "hand"]),
      desired: .null,
      prunes: true,
      ExampleRules.database,
      OverwritePolicy()
    )
    #expect(plan.steps.map(\.removesResource) == [true])
  }

  @Test("Metadata of an object that was edited and is no longer described is a conflict")
  func undescribedMetadata() {
    let blob = BlobDigest(size: 1, crc32c: 1)
    func object(_ content: Tree) -> Resource { Resource(Self.address, content, blob: blob) }
    let recorded = object(Tree(["contentType": "a/b", "cacheControl": "x"]))
    let found = object(Tree(["contentType": "a/b", "cacheControl": "y"]))
    let desired = DesiredResource(Self.address, Tree(["contentType": "a/b"]), blob: blob)
    let difference = ResourceComparison(ExampleRules.object, PlanPolicy(), among: [Self.address])
      .compare(found, with: desired)
    let plan = Plan(
      Difference([difference]),
      prunes: false,
      overwriting: Self.careful,
      recorded: { _ in RecordedResource(last: recorded) },
      keepsRecorded: { _ in false }
    )
    #expect(plan.withheld.map(\.reason) == [.conflict])
  }

  @Test("Pruning empties a node that fixtures describe as an empty map, including its edits")
  func describedAsEmpty() {
    let plan = Self.plan(
      recorded: Tree(["b": 1, "c": 2]),
      found: Tree(["b": 1, "c": "edited", "d": "unknown"]),
      desired: Tree(["a": .map([])]),
      prunes: true,
      ExampleRules.database,
      OverwritePolicy()
    )
    #expect(
      plan.steps.flatMap(\.places).map { "\($0)" } == ["shops:/a/b", "shops:/a/c", "shops:/a/d"]
    )
    #expect(plan.withheld.isEmpty)
  }

  @Test("Every manual edit of a list survives the plan", arguments: [true, false])
  func lists(hasIDs: Bool) {
    var random = SeededGenerator(seed: hasIDs ? 1 : 2)
    var (appliedCount, keptCount) = (0, 0)
    for _ in 0..<2000 {
      var elements: [Int: TreeLiteral] = [:]
      for index in 0..<4 { elements[index] = Self.element(id: hasIDs ? index : nil, &random) }
      let recorded = Self.list(elements).storedForm()
      let found = Self.list(Self.edited(elements, hasIDs: hasIDs, &random)).storedForm()
      let desired = Self.list(Self.edited(elements, hasIDs: hasIDs, &random))
      let plan = Self.plan(recorded: recorded, found: found, desired: desired)
      let after = plan.steps.first?.after.content ?? found
      let edits = Changeset(from: recorded, to: found).changes
      for edit in edits {
        #expect(after[edit.path] == edit.new, "\(recorded), \(found), \(desired)")
      }
      if !edits.isEmpty, !hasIDs { #expect(after == found, "\(recorded), \(found), \(desired)") }
      appliedCount += edits.isEmpty ? 0 : plan.steps.count
      keptCount += plan.withheld.count
    }
    #expect(keptCount > 500)
    #expect((appliedCount > 0) == hasIDs)
  }

  @Test("An edited resource without a fixture is one conflict")
  func removal() {
    let recorded = Tree(["a": 1, "b": 2])
    let rules = [ExampleRules.database, ExampleRules.document, ExampleRules.account]
    let edits: [TreeLiteral] = [["a": 9, "b": 2], ["a": 1, "b": 2, "c": 3]]
    for rules in rules {
      for found in edits {
        func plan(_ policy: OverwritePolicy) -> Plan {
          let found = Tree(found)
          return Self.plan(
            recorded: recorded,
            found: found,
            desired: nil,
            prunes: true,
            rules,
            policy
          )
        }
        let kept = plan(Self.careful)
        #expect(kept.isEmpty)
        #expect(kept.withheld.map(\.address) == [Self.address])
        #expect(kept.withheld.map(\.reason) == [.conflict])
        #expect(kept.needsDecision)
        #expect(plan(OverwritePolicy()).steps.map(\.removesResource) == [true])
      }
      // Everything that remains was written by Tane.
      let rest = Self.plan(
        recorded: recorded,
        found: Tree(["a": 1]),
        desired: nil,
        prunes: true,
        rules
      )
      #expect(rest.steps.map(\.removesResource) == [true])
    }
  }

  @Test("Pruning an extra map removes only the recorded parts and no empty map remains")
  func husks() {
    var policy = Self.careful
    policy.prunesUnknown = false
    func places(_ found: TreeLiteral) -> [String] {
      Self.plan(
        recorded: Tree(["k": 1, "m": ["a": 1, "b": 2]]),
        found: Tree(["k": 1, "m": found]),
        desired: Tree(["k": 1]),
        prunes: true,
        ExampleRules.document,
        policy
      ).steps.flatMap(\.changes).map(\.path.description)
    }
    #expect(places(["a": 1, "b": 2]) == ["/a/m"])
    #expect(places(["a": 1, "b": 3]) == ["/a/m/a"])
    #expect(places(["a": 1]) == ["/a/m"])
  }
}
