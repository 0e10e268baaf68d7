import TaneCore

/// Checks that every `TreeStore` with priorities must pass: after each random write, the data is
/// compared with a model of the Realtime Database's rules.
///
/// ```swift
/// @Test("MyStore keeps priorities", arguments: ExportFormConformance.checks)
/// func priorities(check: TreeStoreConformance.Check) async throws {
///   try await check.run(on: MyStore())
/// }
/// ```
package enum ExportFormConformance {
  private static let updates = 40
  private static let keys = ["a", "b", "-1", "7", "店"]
  private static let orders: [TreeQuery.Order] = [
    .priority, .key, .value, .child(TreePath(["a"])),
  ]

  /// All checks, each of which performs different random writes.
  package static let checks: [TreeStoreConformance.Check] = (0..<20).map { seed in
    TreeStoreConformance.Check("keeps priorities, seed \(seed)") {
      try await run(on: $0, seed: seed)
    }
  }

  private static func run(on store: any TreeStore, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var model: DatabaseNode?
    for step in 0..<updates {
      let writes = writes(&random)
      for write in writes { make(write, in: &model) }
      try await store.updateExported(writes)
      let subject = "seed \(seed), update \(step)"
      try expect(
        subject,
        try await store.exportedTree(at: .root),
        equals: model?.exportForm ?? .null
      )
      if step.isMultiple(of: 5) {
        try await compareQueries(store, model, subject, &random)
        try await compareExpectations(store, model, subject)
      }
    }
  }

  private static func make(_ write: TreeWrite, in model: inout DatabaseNode?) {
    let current = model[write.path]?.exportForm
    let value = write.value.resolvingIncrements(from: current).storedExportForm()
    DatabaseNode.replace(
      &model,
      at: write.path.components[...],
      with: value.isNull ? nil : .tree(value)
    )
  }

  private static func compareQueries(
    _ store: any TreeStore,
    _ model: DatabaseNode?,
    _ subject: String,
    _ random: inout SeededGenerator
  ) async throws {
    for order in orders {
      for limit in [nil, TreeQuery.Limit.first(1), .last(2)] {
        let path = TreePath(Bool.random(using: &random) ? [] : [key(&random)])
        let query = TreeQuery(order: order, limit: limit)
        let found = try await store.exportedChildren(at: path, matching: query)
        let expected = query.exportedEntries(of: model[path]?.exportForm ?? .null)
        try expect("\(subject), \(order) at \(path)", found, equals: expected)
      }
    }
  }

  private static func compareExpectations(
    _ store: any TreeStore,
    _ model: DatabaseNode?,
    _ subject: String
  ) async throws {
    let path = TreePath([keys[0]])
    let current = model[path]?.exportForm ?? .null
    let same = TreeWrite(path: path, value: current, expected: current)
    try await store.updateExported([same])
    let other = TreeWrite(path: path, value: .null, expected: Tree(["no": "such"]))
    try await expect(.conflict, from: "\(subject), another value than expected") {
      try await store.updateExported([other])
    }
  }
}

extension ExportFormConformance {
  /// Returns the writes of an update; their paths do not overlap.
  private static func writes(_ random: inout SeededGenerator) -> [TreeWrite] {
    var writes: [TreeWrite] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let write = write(&random)
      if TreeWrite.overlap(in: writes + [write]) == nil { writes.append(write) }
    }
    return writes.sorted { $0.path < $1.path }
  }

  private static func write(_ random: inout SeededGenerator) -> TreeWrite {
    let path = TreePath((0..<Int.random(in: 1...3, using: &random)).map { _ in key(&random) })
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return TreeWrite(path: path, value: .null)
    case 1:
      let priority = priority(&random) ?? .null
      return TreeWrite(path: path.appending(ExportKey.priority), value: Tree(priority))
    case 2: return TreeWrite(path: path, value: Tree([".sv": ["increment": 3]]))
    default: return TreeWrite(path: path, value: Tree(literal(depth: 2, &random)))
    }
  }

  private static func literal(depth: Int, _ random: inout SeededGenerator) -> TreeLiteral {
    let priority = priority(&random).map { [(ExportKey.priority, $0)] } ?? []
    guard depth > 0, Bool.random(using: &random) else {
      let scalar = scalar(&random)
      return priority.isEmpty ? scalar : .map(priority + [(ExportKey.value, scalar)])
    }
    let children = keys.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
    return .map(priority + children.map { ($0, literal(depth: depth - 1, &random)) })
  }

  private static func scalar(_ random: inout SeededGenerator) -> TreeLiteral {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .integer(.random(in: -5...5, using: &random))
    case 1: .bool(.random(using: &random))
    case 2: .null
    default: .string("text \(Int.random(in: 0..<9, using: &random))")
    }
  }

  private static func priority(_ random: inout SeededGenerator) -> TreeLiteral? {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .integer(.random(in: 0...3, using: &random))
    case 1: .string("p\(Int.random(in: 0..<3, using: &random))")
    default: nil
    }
  }

  private static func key(_ random: inout SeededGenerator) -> String {
    keys.randomElement(using: &random) ?? keys[0]
  }
}
