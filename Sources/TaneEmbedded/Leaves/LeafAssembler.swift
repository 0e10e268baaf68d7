import GRDBSQLite
import TaneCore

/// An assembler of trees from leaves that are added in the order of their paths.
struct LeafAssembler {
  private let baseLength: Int
  private var builder = TreeBuilder()
  /// The path of the previous leaf, relative to the base.
  private var previous: [UInt8] = []
  /// The end offset of each segment in `previous`; every segment but the last is an open container.
  private var ends: [Int] = []

  init(baseLength: Int) {
    self.baseLength = baseLength
  }

  /// Adds a leaf; returns false if its path or value is invalid, or if its path is inconsistent
  /// with the previous one.
  mutating func add(
    path: UnsafeBufferPointer<UInt8>,
    valueOf statement: RawStatement,
    column: Int32
  ) -> Bool {
    guard path.count >= baseLength else { return false }
    let path = UnsafeBufferPointer(rebasing: path[baseLength...])
    guard !path.isEmpty else { return append(valueOf: statement, column: column) }
    if ends.isEmpty { builder.beginMap() }
    guard closeContainers(notSharedWith: path), openContainers(to: path) else { return false }
    return append(valueOf: statement, column: column)
  }

  /// Returns the tree, or null if there are no leaves, and resets the assembler.
  ///
  /// The function is not `consuming`, because the compiler would then copy the nodes for the call.
  mutating func finish() -> Tree {
    for _ in ends { builder.endContainer() }
    ends = []
    return builder.finish()
  }

  private mutating func closeContainers(notSharedWith path: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !ends.isEmpty else { return true }
    let shared = commonLength(with: path)
    let kept = ends.prefix { $0 <= shared }.count
    // A leaf cannot have descendants, so the path must not extend the previous one.
    guard kept < ends.count else { return false }
    for _ in (kept + 1)..<ends.count { builder.endContainer() }
    ends.removeSubrange(kept...)
    return true
  }

  private mutating func openContainers(to path: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = ends.last ?? 0
    previous.removeSubrange(start...)
    previous.append(contentsOf: path[start...])
    while start < path.count {
      guard let end = PathEncoding.segmentEnd(in: path, from: start) else { return false }
      let isKey = PathEncoding.withKey(of: UnsafeBufferPointer(rebasing: path[start..<end])) {
        key in
        guard Self.isUTF8(key) else { return false }
        builder.setKey(utf8: key)
        return true
      }
      guard isKey else { return false }
      if end < path.count { builder.beginMap() }
      ends.append(end)
      start = end
    }
    return true
  }

  private func commonLength(with path: UnsafeBufferPointer<UInt8>) -> Int {
    previous.withUnsafeBufferPointer { previous in
      let limit = min(previous.count, path.count)
      var length = 0
      while length < limit, previous[length] == path[length] { length += 1 }
      return length
    }
  }

  private mutating func append(valueOf statement: RawStatement, column: Int32) -> Bool {
    switch statement.type(column) {
    case SQLITE_INTEGER: builder.append(statement.integer(column))
    case SQLITE_FLOAT:
      let number = statement.double(column)
      guard number.isFinite else { return false }
      builder.append(number)
    case SQLITE_TEXT:
      let text = statement.bytes(column)
      guard Self.isUTF8(text) else { return false }
      builder.append(utf8: text)
    case SQLITE_BLOB:
      let bytes = statement.bytes(column)
      guard bytes.count == 1, bytes[0] <= LeafWriter.trueByte else { return false }
      builder.append(bytes[0] == LeafWriter.trueByte)
    default: return false
    }
    return true
  }

  private static func isUTF8(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.allSatisfy { $0 < 0x80 } || String(validating: text, as: UTF8.self) != nil
  }
}
