import TaneCore

/// A division of an update into requests of limited size, which are created on demand.
///
/// A value that is too large for one request is divided: the first request replaces the node and
/// writes as many small children as fit, and later requests write the other children.
struct UpdateBatches: Sequence, IteratorProtocol {
  /// A value to write at a path.
  struct Piece: Sendable {
    let path: TreePath
    let value: Tree
  }

  /// The writes of one request; never empty.
  struct Batch: Sendable {
    let pieces: [Piece]
    /// A Boolean value indicating whether a later batch writes below this batch's only piece and
    /// must wait for it.
    let mustPrecedeLaterBatches: Bool
    /// A Boolean value indicating whether the batch must wait for all earlier batches, because it
    /// contains the priority of a node that must exist first.
    let mustFollowEarlierBatches: Bool
  }

  /// A piece that has not been sent.
  private struct Remainder {
    let piece: Piece
    /// A Boolean value indicating whether there is no existing value at the piece's path.
    let isAtNewPath: Bool
  }

  /// The approximate number of bytes in addition to a piece's path and value: quotes, a colon and a
  /// comma.
  private static let overhead = 8

  private let bytes: Int
  private let count: Int
  /// The unsent pieces in reverse order.
  private var remainders: [Remainder]

  /// Creates the requests of an update, in the order in which they are to be sent.
  ///
  /// - Parameters:
  ///   - pieces: The writes.
  ///   - bytes: The approximate size of a request, in bytes of JSON; a single string may be larger.
  ///   - count: The maximum number of paths in a request.
  init(of pieces: [Piece], bytes: Int, count: Int) {
    self.bytes = bytes
    self.count = Swift.max(1, count)
    remainders = pieces.reversed().map { Remainder(piece: $0, isAtNewPath: false) }
  }

  /// Returns the next request.
  mutating func next() -> Batch? {
    var batch: [Piece] = []
    var size = 0
    while let next = remainders.last, batch.count < count {
      let pieceSize = Self.size(of: next.piece)
      if pieceSize > bytes, next.piece.value.canBeDivided {
        // A divided node is sent alone, since a request must not contain both a node and its
        // descendants.
        guard batch.isEmpty else { break }
        if let first = divideNext() {
          return Batch(
            pieces: [first],
            mustPrecedeLaterBatches: true,
            mustFollowEarlierBatches: false
          )
        }
      } else {
        guard batch.isEmpty || size + pieceSize <= bytes else { break }
        batch.append(next.piece)
        size += pieceSize
        remainders.removeLast()
      }
    }
    guard !batch.isEmpty else { return nil }
    let hasPriority = batch.contains { $0.path.key == ".priority" }
    return Batch(
      pieces: batch,
      mustPrecedeLaterBatches: false,
      mustFollowEarlierBatches: hasPriority
    )
  }

  /// Divides the next piece, and returns the part that must be sent first, if any.
  private mutating func divideNext() -> Piece? {
    let whole = remainders.removeLast()
    let (first, others) = divide(whole.piece)
    remainders += others.reversed().map { Remainder(piece: $0, isAtNewPath: true) }
    guard !whole.isAtNewPath || !first.isNull else { return nil }
    return Piece(path: whole.piece.path, value: first)
  }

  /// Divides a node into a tree of its small children and pieces for the large ones.
  ///
  /// The priority is last, since only existing nodes can have a priority.
  private func divide(_ piece: Piece) -> (first: Tree, others: [Piece]) {
    var builder = TreeBuilder()
    var room = bytes
    var others: [Piece] = []
    var priority: [Piece] = []
    builder.beginMap()
    for (index, child) in piece.value.children.enumerated() where child.existsInRealtimeDatabase {
      let key = child.key ?? String(index)
      let part = Piece(path: piece.path.appending(key), value: child)
      let size = child.approximateByteCount + key.utf8.count + Self.overhead
      if key == ".priority" {
        priority.append(part)
      } else if size <= Swift.min(room, bytes / 4) {
        builder.setKey(key)
        builder.append(child)
        room -= size
      } else {
        others.append(part)
      }
    }
    builder.endContainer()
    return (builder.finish().storedForm(), others + priority)
  }

  /// Returns the approximate size of a piece in a request, in bytes of JSON.
  static func size(of piece: Piece) -> Int {
    piece.path.components.reduce(piece.value.approximateByteCount + overhead) {
      $0 + $1.utf8.count + 1
    }
  }
}

extension TreeWrite {
  /// A Boolean value indicating whether the write creates a map where no map is expected.
  var createsMap: Bool {
    guard let expected, value.canBeDivided else { return false }
    return !expected.kind.isContainer || !expected.existsInRealtimeDatabase
  }

  /// Returns the writes of a node's changed children if the write replaces the node with a value
  /// larger than `bytes`; otherwise returns the write itself.
  ///
  /// Unlike the batches of one write, these writes do not remove unchanged children temporarily.
  func divided(above bytes: Int) -> [TreeWrite] {
    guard let expected, expected.canBeDivided, value.canBeDivided,
      UpdateBatches.size(of: UpdateBatches.Piece(path: path, value: value)) > bytes,
      [expected, value].allSatisfy({ $0[ExportKey.priority] == nil })
    else { return [self] }
    let removed = expected.children.map { $0.key ?? "" }.filter { value[$0] == nil }
    let written = value.children.map { ($0.key ?? "", $0) } + removed.map { ($0, Tree.null) }
    return written.compactMap { key, child in
      let old = expected[key] ?? .null
      return old == child ? nil : TreeWrite(path: path.appending(key), value: child, expected: old)
    }
  }
}

extension Tree {
  /// Appends the leaves of a node in stored form; a node with a priority is appended whole.
  func appendLeaves(at path: TreePath, to pieces: inout [UpdateBatches.Piece]) {
    guard canBeDivided, self[ExportKey.priority] == nil else {
      return pieces.append(UpdateBatches.Piece(path: path, value: self))
    }
    for child in children {
      child.appendLeaves(at: path.appending(child.key ?? ""), to: &pieces)
    }
  }

  /// A Boolean value indicating whether the node can be written child by child: it is neither a
  /// scalar nor a scalar with a priority.
  var canBeDivided: Bool {
    kind.isContainer && existsInRealtimeDatabase && self[".value"] == nil
  }
}
