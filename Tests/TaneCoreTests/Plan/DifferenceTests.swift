import TestSupport
import TaneCore
import Testing

@Suite("Differences")
struct DifferenceTests {
  private func node(_ found: TreeLiteral, _ desired: TreeLiteral) -> ResourceDifference {
    ResourceComparison.difference(
      at: "shops:/a",
      ExampleRules.database,
      found: found,
      desired: desired
    )
  }

  /// The observed and the desired value, and whether they differ only in rounded numbers.
  private static let rounded: [(TreeLiteral, TreeLiteral, Bool)] = [
    (.integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993), true),
    (.double(9_007_199_254_740_992), .integer(9_007_199_254_740_993), true),
    (
      ["n": .integer(9_007_199_254_740_992), "mine": 1], ["n": .integer(9_007_199_254_740_993)],
      true
    ),
    (.integer(9_007_199_254_740_990), .integer(9_007_199_254_740_993), false),
    (
      ["n": .integer(9_007_199_254_740_992), "m": 1],
      ["n": .integer(9_007_199_254_740_993), "m": 2], false
    ),
    ("9007199254740992", .integer(9_007_199_254_740_993), false),
    (nil, .integer(9_007_199_254_740_993), false),
    (1, 1, true),
  ]

  @Test("A difference recognizes whole numbers that a service rounds", arguments: rounded.indices)
  func rounding(_ index: Int) {
    let (found, desired, isRounded) = Self.rounded[index]
    #expect(Difference([node(found, desired)]).hasOnlyRoundedNumbers == isRounded)
  }

  @Test("A difference counts unchanged values")
  func same() {
    let difference = Difference([
      node(["a": 1, "b": 2, "c": 3], ["a": 1, "b": 2, "c": 4]), node(1, 1),
    ])
    #expect(difference.unchangedValueCount == 3)
    #expect(difference.unchangedObjectCount == 0)
    #expect(difference.uncheckedCount == 0)
  }

  private static let shuffled: (TreeLiteral, TreeLiteral) = (
    [["id": 3, "n": "c"], ["id": 1, "n": "a"], ["id": 2, "n": "b"]],
    [["id": 1, "n": "a"], ["id": 2, "n": "b"], ["id": 3, "n": "c"]]
  )

  @Test("A difference is written by index and shown by identity where that is shorter")
  func forms() throws {
    let node = node(Self.shuffled.0, Self.shuffled.1)
    #expect(node.written.changes.count == 6)
    #expect(node.form().described == ["reordered /a"])
    #expect(try #require(node.readable).described == ["reordered /a"])
    #expect(Plan(Difference([node])).addresses.count == 6)
  }

  @Test("A difference is shown as it is written if extras are kept")
  func formsWithExtras() {
    let node = node([["id": 1, "n": "a"], ["id": 2, "n": "b"]], ["0": ["id": 2, "n": "b"]])
    #expect(node.form(prunes: true).changes.count == 1)
    #expect(node.form().described == node.written.described)
    #expect(node.form().changes.count == 3)
  }

  @Test("A difference of documents or single values has only one form")
  func oneForm() {
    #expect(node(1, 2).readable == nil)
    let document = ResourceComparison.difference(
      at: "firestore:/posts/p1",
      ExampleRules.document,
      found: ["l": Self.shuffled.0, "m": 1],
      desired: ["l": Self.shuffled.1, "m": 2]
    )
    #expect(document.readable == nil)
    #expect(document.form().described == ["changed /posts/p1/l", "changed /posts/p1/m"])
  }

  @Test("A difference has a second form only where lists make it shorter", arguments: 0..<300)
  func secondForm(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    expectSecondForm(
      Self.literal(depth: 4, &random),
      Self.literal(depth: 4, &random),
      at: Address(seed.isMultiple(of: 2) ? "shops:/" : "shops:/a/b")
    )
  }

  @Test("A difference has no second form if list identities are unchanged", arguments: 0..<300)
  func secondFormOfElements(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (old, new) = (Self.elements(depth: 2, &random), Self.elements(depth: 2, &random))
    let isOne = seed.isMultiple(of: 3)
    expectSecondForm(
      .map([("l", old), ("m", 1)]),
      // Every third case keeps the elements' identities in their order.
      .map([("l", isOne ? Self.renumbered(new, as: old) : new), ("m", 2)]),
      at: Address("shops:/a")
    )
  }

  private func expectSecondForm(_ old: TreeLiteral, _ new: TreeLiteral, at address: Address) {
    let (old, new) = (Tree(old).storedForm(), Tree(new).storedForm())
    let difference = ResourceComparison(ExampleRules.database, PlanPolicy(), among: [address])
      .compare(from: Resource(address, old), to: Resource(address, new))
    let read = Changeset(
      from: old.readBackForm(),
      to: new.readBackForm(),
      options: ComparisonOptions(lists: .byIdentity(ListIdentity()))
    )
    let isShorter = !read.changes.isEmpty && read.changes.count < difference.written.changes.count
    #expect((difference.readable != nil) == isShorter)
    if let readable = difference.readable {
      #expect(readable.changes.count == read.changes.count)
    }
  }

  /// Returns a list of maps with unique members `id`.
  private static func elements(depth: Int, _ random: inout SeededGenerator) -> TreeLiteral {
    let ids = (0..<5).shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
    return .list(
      ids.map { id in
        let below = depth > 0 ? [("below", elements(depth: depth - 1, &random))] : []
        let value = TreeLiteral.integer(Int64.random(in: 0..<3, using: &random))
        return .map([("id", .integer(Int64(id))), ("value", value)] + below)
      }
    )
  }

  /// Returns a list whose elements have the identities of another list's elements, by index.
  private static func renumbered(_ list: TreeLiteral, as other: TreeLiteral) -> TreeLiteral {
    guard case .list(let elements) = list, case .list(let others) = other else { return list }
    return .list(
      zip(elements, others).map { element, other in
        guard case .map(let members) = element, case .map(let known) = other else { return element }
        return .map(
          zip(members, known).map { member, known in
            if member.0 == "id" { return known }
            return (member.0, renumbered(member.1, as: known.1))
          }
        )
      }
    )
  }

  /// Returns nested maps of numbers, with keys that sometimes turn a map into a list.
  private static func literal(depth: Int, _ random: inout SeededGenerator) -> TreeLiteral {
    guard depth > 0, Int.random(in: 0..<6, using: &random) > 0 else {
      return .integer(Int64.random(in: 0..<3, using: &random))
    }
    let names = Bool.random(using: &random) ? ["0", "1", "2", "3"] : ["0", "5", "a", "b"]
    let keys = names.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
    return .map(keys.map { ($0, literal(depth: depth - 1, &random)) })
  }
}
