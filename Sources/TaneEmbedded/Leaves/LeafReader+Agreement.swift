import GRDBSQLite
import TaneCore

extension LeafReader {
  /// Returns true if the leaves in a range equal those of a tree in stored form.
  func agrees(with tree: Tree, in range: LeafRange) throws -> Bool {
    try withScan(of: range) { scan in
      var comparison = LeafComparison(scan: scan, path: range.base)
      defer { WorkCounter.add(comparison.leafCount % LeafComparison.leavesBetweenChecks, .values) }
      return try comparison.matchNextRows(with: tree) && !scan.step()
    }
  }
}

/// A comparison of a tree's leaves, in path order, with the rows of a scan.
private struct LeafComparison {
  static let leavesBetweenChecks = 4096

  let scan: RawStatement
  var path: [UInt8]
  private(set) var leafCount = 0

  /// Returns true if the next rows of the scan are the leaves of a node.
  mutating func matchNextRows(with node: Tree) throws -> Bool {
    guard node.kind == .map else {
      guard !node.isNull else { return true }
      leafCount += 1
      if leafCount.isMultiple(of: Self.leavesBetweenChecks) {
        WorkCounter.add(Self.leavesBetweenChecks, .values)
        try Task.checkCancellation()
      }
      return try scan.step() && path.withUnsafeBufferPointer(scan.bytes(0).hasSameBytes)
        && currentRowHasValue(of: node)
    }
    let length = path.count
    for child in node.children {
      child.withKeyBytes { PathEncoding.append(utf8: $0, to: &path) }
      guard try matchNextRows(with: child) else { return false }
      path.removeSubrange(length...)
    }
    return true
  }

  private func currentRowHasValue(of node: Tree) -> Bool {
    guard node.tag == .none else { return false }
    switch scan.type(1) {
    case SQLITE_INTEGER:
      let number = scan.integer(1)
      return node.integer == number || node.double.map { Int64(exactly: $0) == number } ?? false
    case SQLITE_FLOAT:
      let number = scan.double(1)
      return node.double == number || node.integer.map { Double(exactly: $0) == number } ?? false
    case SQLITE_TEXT:
      var isSame = false
      node.withTextBytes { isSame = scan.bytes(1).hasSameBytes(as: $0) }
      return isSame && node.kind == .string
    case SQLITE_BLOB:
      return node.bool.map { scan.bytes(1).elementsEqual([$0 ? LeafWriter.trueByte : 0]) } ?? false
    default: return false
    }
  }
}
