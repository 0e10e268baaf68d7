import TaneCore

/// The values that were removed at one path and added unchanged at another.
struct MovedValues {
  /// The properties by which values are grouped; only values in the same group are compared.
  private struct Shape: Hashable {
    let kind: NodeKind
    let leafCount: Int
    let byteCount: Int
  }

  /// The maximum number of values of one shape, on each side, that are compared.
  private static let maximumCandidates = 8
  /// The length in bytes above which strings are compared, since short strings may be equal by
  /// coincidence.
  private static let shortestText = 8

  private var counterparts: [Int: TreePath] = [:]

  init(of changes: [Change]) {
    let removed = changes.indices.filter { changes[$0].kind == .removed }
    let added = changes.indices.filter { changes[$0].kind == .added }
    guard !removed.isEmpty, !added.isEmpty else { return }
    let removedByShape = Self.byShape(removed, value: { changes[$0].old })
    for (shape, added) in Self.byShape(added, value: { changes[$0].new }) {
      guard let removed = removedByShape[shape],
        max(removed.count, added.count) <= Self.maximumCandidates
      else { continue }
      match(removed, added, of: changes)
    }
  }

  /// Returns the previous path of the value that a change added, or the new path of the value that
  /// it removed, or nil if the value did not move.
  func counterpart(ofChangeAt index: Int) -> TreePath? { counterparts[index] }

  private static func byShape(_ indices: [Int], value: (Int) -> Tree?) -> [Shape: [Int]] {
    var groups: [Shape: [Int]] = [:]
    for index in indices {
      guard let tree = value(index), tree.kind.isContainer || tree.kind == .string
      else { continue }
      let shape = Shape(
        kind: tree.kind,
        leafCount: tree.leafCount,
        byteCount: tree.approximateByteCount
      )
      let isDistinctive =
        tree.kind.isContainer ? shape.leafCount > 1 : shape.byteCount > shortestText
      if isDistinctive { groups[shape, default: []].append(index) }
    }
    return groups
  }

  /// Records the pairs of equal values that occur only once on each side.
  private mutating func match(_ removed: [Int], _ added: [Int], of changes: [Change]) {
    for old in removed {
      let same = added.filter { changes[$0].new == changes[old].old }
      guard let new = same.first, same.count == 1,
        removed.count(where: { changes[$0].old == changes[new].new }) == 1
      else { continue }
      counterparts[old] = changes[new].path
      counterparts[new] = changes[old].oldPath ?? changes[old].path
    }
  }
}
