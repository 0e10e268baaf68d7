import TaneCore

extension LeafReader {
  /// Returns the range of leaves that a query in key order selects below a node.
  func range(of query: TreeQuery, below base: [UInt8]) throws -> LeafRange {
    var range = LeafRange(childrenOf: base)
    if let start = query.start {
      let path = base + segment(of: start)
      range.lower = start.isInclusive ? path : path + [PathEncoding.pastSubtree]
    }
    if let end = query.end {
      let path = base + segment(of: end)
      range.upper = end.isInclusive ? path + [PathEncoding.pastSubtree] : path
    }
    return try limited(range, to: query.limit)
  }

  private func limited(_ range: LeafRange, to limit: TreeQuery.Limit?) throws -> LeafRange {
    var range = range
    switch limit {
    case nil: break
    case .first(let count):
      let last = try segments(in: range, limit: count).last
      range.upper = last.map { range.base + $0 + [PathEncoding.pastSubtree] } ?? range.lower
    case .last(let count):
      let first = try segments(in: range, limit: count, backwards: true).last
      range.lower = first.map { range.base + $0 } ?? range.upper
    }
    return range
  }

  private func segment(of bound: TreeQuery.Bound) -> [UInt8] {
    var bytes: [UInt8] = []
    PathEncoding.append(bound.value.string ?? "", to: &bytes)
    return bytes
  }
}
