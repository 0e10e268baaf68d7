import TaneCore

/// A long list in a plan, stored as its composition from elements of the previous list.
///
/// In a plan file, it has three entries: `list`, in which `{"kept": [0, 36]}` stands for the
/// elements 0 to 36 of the previous list and `{"added": …}` for a new element, and `before` and
/// `after`, the digests of both versions in stored form.
struct PlannedList: Sendable {
  private let script: ListScript
  /// The digests of the list before and after the change.
  private let before: String
  private let after: String

  /// Creates the composition of a changed list, or returns nil if the plan must contain the values
  /// of the change instead.
  init?(_ change: StoredChange) {
    guard let old = change.old, let new = change.new, let script = change.script else { return nil }
    self.script = script
    (before, after) = (Self.digest(of: old), Self.digest(of: new))
  }

  /// Returns a change with its values, given the current list in the environment.
  ///
  /// If the current list equals neither version, the values of the change are the digests
  /// themselves. They equal no list, so the list counts as edited.
  func resolved(_ change: StoredChange, on list: Tree?) -> StoredChange {
    var change = change
    (change.old, change.new) = (Tree(.string(before)), Tree(.string(after)))
    guard let list, list.kind == .map else { return change }
    let digest = Self.digest(of: list)
    if digest == after { change.new = list }
    if digest == before, let new = script.list(from: list), Self.digest(of: new) == after {
      (change.old, change.new) = (list, new)
    }
    return change
  }

  /// Returns the digest of a list; equal numbers, such as 1 and 1.0, have the same digest.
  static func digest(of list: Tree) -> String {
    let count = list.children.count
    let digests = Array(stride(from: 0, to: count, by: elementsInPart)).parallelMap { start in
      let elements = start..<min(start + elementsInPart, count)
      return TreeDigest.text(of: list, entries: elements)
    }
    return TreeDigest(of: Tree(.list(digests.map { .string($0) }))).text
  }

  private static let elementsInPart = 1024
}

extension PlannedList {
  init?(reading tree: Tree) {
    guard let before = tree["before"]?.string, let after = tree["after"]?.string,
      let script = tree["list"].flatMap(ListScript.init(reading:))
    else { return nil }
    (self.script, self.before, self.after) = (script, before, after)
  }

  var entries: [(String, TreeLiteral)] {
    [("list", script.literal), ("before", .string(before)), ("after", .string(after))]
  }
}

extension ListScript {
  /// Creates the composition from its stored form, or returns nil if the tree is invalid.
  init?(reading tree: Tree) {
    let parts = tree.children.map(Self.part)
    guard !parts.contains(where: { $0 == nil }) else { return nil }
    self.init(parts: parts.compactMap(\.self))
  }

  private static func part(_ tree: Tree) -> Part? {
    if let element = tree["added"] { return .added(StoredTree.decoded(element)) }
    let ends = (tree["kept"] ?? .null).children.compactMap(\.integer)
    guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1] else { return nil }
    return .kept(Int(ends[0])...Int(ends[1]))
  }

  /// The stored form of the composition.
  var literal: TreeLiteral {
    .list(
      parts.map { part in
        switch part {
        case .kept(let range):
          .map([("kept", [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])])
        case .added(let element): .map([("added", .tree(StoredTree.encoded(element)))])
        }
      }
    )
  }
}
