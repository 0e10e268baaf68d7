import TaneCore

/// A converter from client data to stored form.
///
/// Lists become maps, null and empty values are removed, values with priorities are normalized, and
/// server values are resolved
/// (<https://firebase.google.com/docs/reference/rest/database#section-server-values>).
struct StoredFormConverter {
  /// The time of the write, in milliseconds since 1970.
  let time: Int64
  private var path: TreePath

  /// Returns the node to store at a path.
  ///
  /// - Parameters:
  ///   - data: The client's data.
  ///   - path: The path of the node, or of its priority if the last key is `.priority`.
  ///   - existing: The current node, to which increments are added.
  ///   - time: The time of the write, in milliseconds since 1970.
  /// - Returns: The node, or nil if nothing is to be stored.
  /// - Throws: An error for the first invalid value.
  static func node(
    of data: Tree,
    at path: TreePath,
    over existing: DatabaseNode?,
    time: Int64
  ) throws(DatabaseFailure) -> DatabaseNode? {
    var preparation = StoredFormConverter(time: time, path: path)
    guard path.key != DatabaseNode.priorityKey else {
      return try preparation.priority(data, over: existing)
    }
    return try preparation.node(data, over: existing)
  }

  private mutating func node(
    _ data: Tree,
    over existing: DatabaseNode?
  ) throws(DatabaseFailure) -> DatabaseNode? {
    switch try DataValidator.form(of: data, at: path) {
    case .alreadyStored: return .tree(data)
    case .needsConversion: return data.existsInRealtimeDatabase ? .tree(Self.stored(data)) : nil
    case .special: break
    }
    switch data.kind {
    case .list: return try list(data, over: existing)
    case .map: return try map(data, over: existing)
    default: return try scalar(data).map { .tree($0) }
    }
  }

  /// Returns data in stored form, without sharing memory with the client's data.
  private static func stored(_ data: Tree) -> Tree {
    var room = (nodes: 0, textBytes: 0)
    measure(data, &room)
    var builder = TreeBuilder()
    // Growing a buffer would copy it, and both copies would be in memory.
    builder.reserve(nodes: room.nodes, textBytes: room.textBytes)
    store(data, in: &builder)
    return builder.finish()
  }

  private static func measure(_ data: Tree, _ room: inout (nodes: Int, textBytes: Int)) {
    room.nodes += 1
    room.textBytes += data.withKeyBytes(\.count) + data.utf8Count
    for child in data.children { measure(child, &room) }
  }

  private static func store(_ data: Tree, in builder: inout TreeBuilder) {
    guard data.kind.isContainer else { return builder.append(data) }
    builder.beginMap()
    for (index, child) in data.children.enumerated() where child.existsInRealtimeDatabase {
      if child.key == nil {
        builder.setKey(String(index))
      } else {
        child.withKeyBytes { builder.setKey(utf8: $0) }
      }
      store(child, in: &builder)
    }
    builder.endContainer()
  }

  /// Returns a scalar in stored form, or nil if it is null.
  private func scalar(_ data: Tree) throws(DatabaseFailure) -> Tree? {
    if data.tag == .serverTimestamp { return Tree(.integer(time)) }
    switch data.kind {
    case .null:
      return nil
    case .decimal:
      guard let digits = data.decimal, let number = Double(digits), number.isFinite else {
        throw .invalidData("the number is out of range", at: path)
      }
      return Tree(.double(number))
    default:
      return data
    }
  }

  private mutating func list(
    _ data: Tree,
    over existing: DatabaseNode?
  ) throws(DatabaseFailure) -> DatabaseNode? {
    var entries: [DatabaseEntry] = []
    for (index, child) in data.children.enumerated() {
      try appendChild(child, named: String(index), of: existing, to: &entries)
    }
    return entries.node
  }

  private mutating func map(
    _ data: Tree,
    over existing: DatabaseNode?
  ) throws(DatabaseFailure) -> DatabaseNode? {
    if let operation = data[".sv"] {
      guard data.children.count == 1 else {
        throw .invalidData("\".sv\" must be the only key of its object", at: path)
      }
      return .tree(try serverValue(operation, over: existing?.scalar))
    }
    guard let node = try withoutPriority(data, over: existing) else { return nil }
    guard let priority = data[DatabaseNode.priorityKey] else { return node }
    path = path.appending(DatabaseNode.priorityKey)
    defer { path = path.parent }
    let old = existing?.priority.map { DatabaseNode.tree($0) }
    return node.withPriority(try self.priority(priority, over: old))
  }

  private mutating func withoutPriority(
    _ data: Tree,
    over existing: DatabaseNode?
  ) throws(DatabaseFailure) -> DatabaseNode? {
    let children = data.children.filter { $0.key != DatabaseNode.priorityKey }
    if let value = data[DatabaseNode.valueKey] {
      guard children.count == 1 else {
        throw .invalidData("\".value\" cannot be combined with other children", at: path)
      }
      return try node(value, over: existing)
    }
    var entries: [DatabaseEntry] = []
    for child in children {
      let key = child.key ?? ""
      guard !DatabaseNode.isReserved(key) else { throw .invalidKey(at: path.appending(key)) }
      try appendChild(child, named: key, of: existing, to: &entries)
    }
    return entries.node
  }

  private mutating func appendChild(
    _ child: Tree,
    named key: String,
    of existing: DatabaseNode?,
    to entries: inout [DatabaseEntry]
  ) throws(DatabaseFailure) {
    path = path.appending(key)
    defer { path = path.parent }
    guard path.components.count <= RealtimeDatabaseLimits.depth else {
      throw .tooDeep(at: path)
    }
    guard let node = try node(child, over: existing?[key]) else { return }
    entries.append(DatabaseEntry(key: key, node: node))
  }

  private mutating func priority(
    _ data: Tree,
    over existing: DatabaseNode?
  ) throws(DatabaseFailure) -> DatabaseNode? {
    guard let priority = try node(data, over: existing) else { return nil }
    guard let scalar = priority.scalar, priority.priority == nil, scalar.kind != .bool else {
      throw .invalidData("a priority must be a string or a number", at: path)
    }
    return priority
  }

  private func serverValue(
    _ operation: Tree,
    over existing: Tree?
  ) throws(DatabaseFailure) -> Tree {
    if operation.string == "timestamp" { return Tree(.integer(time)) }
    guard operation.children.count == 1, let step = operation["increment"],
      let step = try scalar(step), step.kind.isNumber
    else { throw .invalidData("unknown server value", at: path) }
    return Self.sum(existing, step)
  }

  /// Returns the sum of a number and an increment: an integer if both are integers and the sum fits
  /// in 64 bits.
  ///
  /// An existing value that is not a number counts as zero.
  private static func sum(_ existing: Tree?, _ step: Tree) -> Tree {
    guard let existing, let old = existing.number, let added = step.number else { return step }
    if let left = existing.integer, let right = step.integer {
      let (sum, overflows) = left.addingReportingOverflow(right)
      if !overflows { return Tree(.integer(sum)) }
    }
    return Tree(.double(old + added))
  }
}
