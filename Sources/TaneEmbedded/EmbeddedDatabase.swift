import GRDB
package import TaneCore

/// A Realtime Database, stored in an environment's file with a row for each leaf.
package struct EmbeddedDatabase: TreeStore {
  /// The database's name in the environment.
  package let name: String
  let file: EmbeddedFile
  let now: @Sendable () -> Int64

  var service: String { "\(name) (\(file.location))" }

  /// Returns the value at a path, or null if it does not exist.
  package func tree(at path: TreePath) async throws -> Tree {
    try await read { try $0.tree(in: LeafRange(subtreeOf: PathEncoding.encode(path))) } ?? .null
  }

  /// Returns the value at a path, or nil if `tag` is the current ETag.
  ///
  /// The ETag is the revision of the whole database, which changes with every write.
  package func taggedTree(at path: TreePath, unlessTagged tag: String?) async throws -> TaggedTree?
  {
    let found = try await file.read(for: service) { database -> TaggedTree? in
      guard let reader = try LeafReader(of: name, in: database, service: service) else {
        return TaggedTree(value: .null, tag: nil)
      }
      let current = try revision(in: database)
      if let current, current == tag { return nil }
      let tree = try reader.tree(in: LeafRange(subtreeOf: PathEncoding.encode(path)))
      return TaggedTree(value: tree, tag: current)
    }
    return found ?? TaggedTree(value: .null, tag: nil)
  }

  /// Compares the value at a path with a tree in stored form, leaf by leaf.
  package func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement {
    let found = try await file.read(for: service) { database -> TreeAgreement in
      guard let reader = try LeafReader(of: name, in: database, service: service) else {
        return tree.isNull ? .same(tag: nil) : .different
      }
      let range = LeafRange(subtreeOf: PathEncoding.encode(path))
      guard try reader.agrees(with: tree, in: range) else { return .different }
      return .same(tag: try revision(in: database))
    }
    return found ?? (tree.isNull ? .same(tag: nil) : .different)
  }

  /// Returns the revision of the database's content, or nil if an earlier version of Tane wrote the
  /// database last.
  private func revision(in database: Database) throws -> String? {
    guard try Schema.inspect(database) == .current else { return nil }
    let sql = "SELECT revision FROM database WHERE name = ?"
    return try Int64.fetchOne(database, sql: sql, arguments: [name]).map { "\($0)" }
  }

  /// Returns the keys of the children at a path in key order.
  package func childKeys(at path: TreePath) async throws -> [String] {
    let segments = try await read {
      try $0.segments(in: LeafRange(childrenOf: PathEncoding.encode(path)))
    }
    return (segments ?? []).compactMap { PathEncoding.decode($0)?.key }
  }

  /// Returns the children at a path that match a query, in the query's order.
  ///
  /// If the order is by key, only the values of children in the result are read.
  package func children(
    at path: TreePath,
    matching query: TreeQuery
  ) async throws -> [TreeEntry] {
    guard query.order == .key else { return query.entries(of: try await tree(at: path)) }
    let selected = try await read { reader in
      try reader.tree(in: reader.range(of: query, below: PathEncoding.encode(path)))
    }
    return (selected ?? .null).children.map { TreeEntry(key: $0.key ?? "", value: $0) }
  }

  /// Performs several writes atomically.
  package func update(_ writes: [TreeWrite]) async throws {
    guard !writes.isEmpty else { return }
    let plan = try UpdatePlan(writes, database: name, service: service)
    try await write(plan) { step, _, writer in
      try writer.replace(step.path, with: step.write.value)
    }
  }

  /// Performs several writes atomically, whether or not the ETag is current; returns the new
  /// revision if it was current, otherwise nil.
  package func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String? {
    let plan = try UpdatePlan(writes, database: name, service: service)
    let (before, after) = try await write(plan) { step, _, writer in
      try writer.replace(step.path, with: step.write.value)
    }
    return before == tag ? after : nil
  }

  /// Performs the steps of an update in one transaction; throws if an expected value does not
  /// match.
  ///
  /// - Returns: The revisions before and after the update.
  @discardableResult
  func write(
    _ plan: UpdatePlan,
    _ make: @Sendable (UpdatePlan.Step, LeafReader, inout LeafWriter) throws -> Void
  ) async throws -> (before: String?, after: String) {
    try await file.write(for: service) { database in
      let before = try revision(in: database)
      // Sequential numbers could repeat if the file is replaced by an earlier copy.
      let after = Int64.random(in: 1...Int64.max)
      let id = try database.assignedNumber(of: name, in: "database")
      try database.execute(
        sql: "UPDATE database SET revision = ? WHERE id = ?",
        arguments: [after, id]
      )
      let reader = try LeafReader(database: database, databaseID: id, service: service)
      try checkExpectations(of: plan.writes, reader)
      var writer = try LeafWriter(database: database, databaseID: id, now: now)
      for step in plan.steps {
        try Task.checkCancellation()
        try make(step, reader, &writer)
      }
      return (before, "\(after)")
    }
  }

  func read<Value: Sendable>(
    _ body: @Sendable (LeafReader) throws -> Value
  ) async throws -> Value? {
    try await file.read(for: service) { database in
      try LeafReader(of: name, in: database, service: service).map(body)
    } ?? nil
  }

  private func checkExpectations(of writes: [TreeWrite], _ reader: LeafReader) throws {
    let missed = try writes.filter { write in
      guard let expected = write.expected else { return false }
      let range = LeafRange(subtreeOf: PathEncoding.encode(write.path))
      return try !reader.agrees(with: expected.storedForm(), in: range)
    }
    guard !missed.isEmpty else { return }
    throw UpdateCheck.conflictError(at: missed.map(\.path), service: service)
  }
}

extension EmbeddedDatabase: PagedTreeReader {
  /// Returns up to `limit` keys of a node's children in key order, starting after `key` if it is
  /// not nil; reads no other children and no values.
  package func childKeys(
    at path: TreePath,
    after key: String?,
    limit: Int
  ) async throws -> [String] {
    let segments = try await read { reader in
      let base = PathEncoding.encode(path)
      var range = LeafRange(childrenOf: base)
      if let key {
        var lower = base
        PathEncoding.append(key, to: &lower)
        range.lower = lower + [PathEncoding.pastSubtree]
      }
      return try reader.segments(in: range, limit: limit)
    }
    return (segments ?? []).compactMap { PathEncoding.decode($0)?.key }
  }
}
