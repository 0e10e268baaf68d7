import TestSupport
@testable import TaneCore
import Testing

@Suite("Laws of changesets")
struct ChangesetLawTests {
  static let listMatchings: [ComparisonOptions.ListMatching] = [
    .byIndex,
    .byIdentity(ListIdentity()),
    .byIdentity(ListIdentity(members: [])),
    .byIdentity(ListIdentity(members: [], names: [])),
    .byIdentity(ListIdentity(members: [], names: ["slug", "id", "tags"])),
    .byIdentity(
      ListIdentity(rules: [ListIdentity.Rule(lists: "/**", member: "name")])
    ),
  ]

  static let options = listMatchings.flatMap { lists in
    [ComparisonOptions.NumberComparison.byValue, .byKind].map {
      ComparisonOptions(lists: lists, numbers: $0)
    }
  }

  @Test(
    "Applying the difference between two trees to the first gives the second",
    arguments: options.indices
  )
  func applying(_ index: Int) {
    let options = Self.options[index]
    let pairs =
      RandomTree.pairs(200, seed: 7) + RandomEdit.pairs(400, seed: UInt64(index))
      + RandomEdit.records(300, seed: UInt64(index))
    for (old, new) in pairs {
      let changeset = Changeset(from: old, to: new, options: options)
      let applied = old.applying(changeset)
      #expect(applied == new, "\(changeset.listed)")
      #expect(Changeset(from: applied, to: new, options: options).isEmpty)
      #expect(Changeset(from: new, to: new, options: options).isEmpty)
      #expect(Changeset(from: new, to: new, options: options).unchangedCount == leaves(new))
    }
  }

  private func leaves(_ tree: Tree) -> Int { tree.isNull ? 0 : tree.leafCount }

  static let patterns: [PathPattern] = [
    "/*/name", "/**/id", "/*/tags", "/*/tags/*", "/0", "/*/menu/1", "/*/menu/**/name", "/a/**",
    "/**/a", "/*/0", "/**/2/*", "/",
  ]

  @Test("Ignored values are neither reported nor changed", arguments: listMatchings.indices)
  func ignoring(_ index: Int) {
    var random = SeededGenerator(seed: UInt64(index))
    let pairs =
      RandomEdit.pairs(400, seed: UInt64(index) + 100)
      + RandomEdit.records(200, seed: UInt64(index) + 100)
    for (old, new) in pairs {
      let ignored = Self.patterns.shuffled(using: &random).prefix(2)
      let options = ComparisonOptions(lists: Self.listMatchings[index], ignored: Array(ignored))
      let changeset = Changeset(from: old, to: new, options: options)
      let applied = old.applying(changeset)
      let again = Changeset(from: applied, to: new, options: options)
      #expect(again.isEmpty, "\(ignored): \(changeset.listed), then \(again.listed)")
      #expect(
        changeset.changes.allSatisfy { change in
          !ignored.contains { change.isInMaps && $0.matches(change.path) }
        }
      )
    }
  }

  @Test("Trees are equal exactly if their changeset is empty", arguments: listMatchings.indices)
  func equality(_ index: Int) {
    let options = ComparisonOptions(lists: Self.listMatchings[index])
    var equalCount = 0
    for (old, new) in RandomEdit.pairs(400, seed: UInt64(index) + 200)
      + RandomEdit.records(200, seed: UInt64(index) + 200)
    {
      for (old, new) in [(old, new), (old, old.applying(Changeset(from: old, to: new)))] {
        let isEqual = TreeComparison.areEqual(old, new, options: options)
        #expect(isEqual == Changeset(from: old, to: new, options: options).isEmpty)
        if isEqual { equalCount += 1 }
      }
    }
    #expect(equalCount > 20)
  }

  @Test("No two changes share a path, and only moves contain other changes")
  func disjoint() {
    for (old, new) in RandomEdit.pairs(400, seed: 5) + RandomEdit.records(300, seed: 5) {
      let changes = Changeset(
        from: old,
        to: new,
        options: ComparisonOptions(lists: .byIdentity(ListIdentity()))
      ).changes
      for (index, change) in changes.enumerated() where change.kind != .moved {
        let inside = changes[(index + 1)...].first {
          change.kind != .removed && $0.kind != .removed && change.path.contains($0.path)
        }
        #expect(inside == nil, "\(changes.map(\.listed))")
      }
    }
  }
}

extension Change {
  /// A Boolean value indicating whether no component of the path is an index.
  fileprivate var isInMaps: Bool {
    path.components.allSatisfy { Int($0) == nil }
  }

  /// The kind of the change with its paths and the identity's member.
  var listed: String {
    let place = oldPath.map { "\($0) -> \(path)" } ?? "\(path)"
    return "\(kind.rawValue) \(place)" + (identity.map { " (\($0.member))" } ?? "")
  }
}

extension Changeset {
  var listed: [String] { changes.map(\.listed) }
}
