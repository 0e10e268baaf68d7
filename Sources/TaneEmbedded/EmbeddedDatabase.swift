import GRDB
public import TaneCore

/// A Realtime Database kept in an environment's file: only its leaves are rows.
public struct EmbeddedDatabase: TreeStore {
  /// The database's name in the environment.
  public let name: String
  let file: EmbeddedFile
  let now: @Sendable () -> Int64

  var service: String { "\(name) (\(file.location))" }

  /// The value at a path, null where there is none.
  public func tree(at path: TreePath) async throws -> Tree {
    try await read { try $0.tree(in: LeafRange(subtreeOf: PathEncoding.encode(path))) } ?? .null
  }

  /// The value at a path with the revision of the database as its tag, which every write of anything in it changes.
  public func taggedTree(at path: TreePath, unless tag: String?) async throws -> TaggedTree? {
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

  /// Whether the value at a path is a tree in stored form, found out leaf by leaf.
  public func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement {
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

  /// What stands for the content of the database; nil where an earlier Tane wrote it last.
  private func revision(in database: Database) throws -> String? {
    guard try Schema.inspect(database) == .current else { return nil }
    let sql = "SELECT revision FROM database WHERE name = ?"
    return try Int64.fetchOne(database, sql: sql, arguments: [name]).map { "\($0)" }
  }

  /// The keys of the children at a path in key order.
  public func childKeys(at path: TreePath) async throws -> [String] {
    let segments = try await read {
      try $0.segments(in: LeafRange(childrenOf: PathEncoding.encode(path)))
    }
    return (segments ?? []).compactMap { PathEncoding.decode($0)?.key }
  }

  /// The children at a path that a query selects, in the query's order.
  ///
  /// Ordered by key, only the children that are selected are read.
  public func children(
    at path: TreePath,
    matching query: TreeQuery
  ) async throws -> [TreeEntry] {
    guard query.order == .key else { return query.entries(of: try await tree(at: path)) }
    let selected = try await read { reader in
      try reader.tree(in: reader.range(of: query, below: PathEncoding.encode(path)))
    }
    return (selected ?? .null).children.map { TreeEntry(key: $0.key ?? "", value: $0) }
  }

  /// Makes several writes at once: all of them, or none.
  public func update(_ writes: [TreeWrite]) async throws {
    guard !writes.isEmpty else { return }
    let plan = try UpdatePlan(writes, database: name, service: service)
    try await write(plan) { step, _, writer in
      try writer.replace(step.path, with: step.write.value)
    }
  }

  /// Makes several writes at once; returns the revision then, where the one until then is the tag.
  public func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String? {
    let plan = try UpdatePlan(writes, database: name, service: service)
    let (before, after) = try await write(plan) { step, _, writer in
      try writer.replace(step.path, with: step.write.value)
    }
    return before == tag ? after : nil
  }

  /// Makes the steps of an update in one transaction, where everything is as they expect it.
  ///
  /// - Returns: The revisions before and after.
  @discardableResult
  func write(
    _ plan: UpdatePlan,
    _ make: @Sendable (UpdatePlan.Step, LeafReader, inout LeafWriter) throws -> Void
  ) async throws -> (before: String?, after: String) {
    try await file.write(for: service) { database in
      let before = try revision(in: database)
      // A number that follows would come again where the file is replaced by an earlier copy of it.
      let after = Int64.random(in: 1...Int64.max)
      let id = try database.number(making: name, in: "database")
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
      let found = try reader.tree(in: LeafRange(subtreeOf: PathEncoding.encode(write.path)))
      return found != expected.storedForm()
    }
    guard !missed.isEmpty else { return }
    let paths = missed.map(\.path)
    let shown = paths.prefix(3).map(\.description).joined(separator: ", ")
    let rest = paths.count > 3 ? " and \(counted(paths.count - 3, "more", plural: "more"))" : ""
    throw StoreError(
      .conflict,
      service: service,
      "another value than expected is at \(shown)\(rest)",
      paths: paths
    )
  }
}
