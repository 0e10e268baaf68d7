public import TaneCore
public import TaneProject

/// Compares fixtures with what an environment holds, and reads no more of it than fixtures describe.
public struct EnvironmentComparison: Sendable {
  private let fixtures: Fixtures
  private let own: [Address: Ownership]
  private let scope: ComparisonScope
  private let ignored: [AddressPattern]
  private let mappings: Mappings
  private let ledger: EnvironmentLedger?

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - fixtures: What the environment should hold.
  ///   - own: The nodes of which only the keys that fixtures list are compared.
  ///   - scope: The part of the environment that is asked for.
  ///   - ignored: The nodes and objects whose differences do not count.
  ///   - mappings: What says how elements of lists are found again for people; a seed goes by their
  ///     index.
  ///   - ledger: What earlier comparisons know of the environment, by which nodes that nobody has touched
  ///     since are not read again; nil to read everything.
  public init(
    fixtures: Fixtures,
    own: [Address: Ownership] = [:],
    scope: ComparisonScope = .init(),
    ignored: [AddressPattern] = [],
    mappings: Mappings = .init(),
    ledger: EnvironmentLedger? = nil
  ) {
    self.fixtures = fixtures
    self.own = own
    self.scope = scope
    self.ignored = ignored
    self.mappings = mappings
    self.ledger = ledger
  }

  /// Reads the stores and compares them with the fixtures.
  ///
  /// - Parameters:
  ///   - stores: The stores of the environment.
  ///   - expectsAgreement: Whether databases are believed to be as the fixtures say: then a node is first
  ///     compared while it arrives, and kept in memory only where that finds a difference.
  /// - Returns: What differs.
  /// - Throws: A `StoreError` where a store cannot be read, or `CancellationError`.
  public func run(
    against stores: EnvironmentStores,
    expectingAgreement expectsAgreement: Bool = false
  ) async throws -> EnvironmentDifference {
    var databases: [DatabaseDifference] = []
    for database in fixtures.databases.sorted(by: { $0.name < $1.name }) {
      let roots = scope.roots(of: database.owned, in: database.name)
      guard !roots.isEmpty else { continue }
      let store = try stores.database(named: database.name)
      let nodes = try await roots.concurrentMap { root in
        if expectsAgreement,
          let node = try await agreeingNode(of: database, at: root, with: store)
        {
          return node
        }
        return try await compare(database, at: root, with: store)
      }
      databases.append(
        DatabaseDifference(database: database.name, nodes: nodes, againstFixtures: true)
      )
    }
    return EnvironmentDifference(
      databases: databases,
      objects: try await compareObjects(with: stores),
      documents: try await compareDocuments(with: stores),
      accounts: try await compareAccounts(with: stores)
    )
  }

  private func compareDocuments(
    with stores: EnvironmentStores
  ) async throws -> [DocumentDifference] {
    guard let database = fixtures.documentDatabase, !fixtures.documents.isEmpty else { return [] }
    let comparison = DocumentComparison(
      database: database,
      own: own,
      scope: scope,
      ignored: ignored
    )
    return try await comparison.run(fixtures.documents, against: try stores.firestore())
  }

  private func compareAccounts(
    with stores: EnvironmentStores
  ) async throws -> [AccountDifference] {
    guard !fixtures.accounts.isEmpty else { return [] }
    let comparison = AccountComparison(own: own, scope: scope, ignored: ignored)
    return try await comparison.run(fixtures.accounts, against: try stores.userAccounts())
  }

  /// A node that is as fixtures say, or nil where that is not certain.
  private func agreeingNode(
    of database: Fixtures.Database,
    at root: TreePath,
    with store: any TreeStore
  ) async throws -> NodeDifference? {
    let wanted = (database.tree[root] ?? .null).storedForm()
    guard case .same(let tag) = try await store.agreement(with: wanted, at: root) else {
      return nil
    }
    note(tag, ofNodeLike: wanted, at: root, in: database.name)
    return NodeDifference(unchanged: wanted, at: root)
  }

  private func compare(
    _ database: Fixtures.Database,
    at root: TreePath,
    with store: any TreeStore
  ) async throws -> NodeDifference {
    let comparison = NodeComparison(database: database.name, ignored: ignored, mappings: mappings)
    let wanted = (database.tree[root] ?? .null).storedForm()
    guard let live = try await liveNode(at: root, wanting: wanted, of: database.name, in: store)
    else { return NodeDifference(unchanged: wanted, at: root) }
    let isMoved = live.path != root
    let node = comparison.compare(
      live.value,
      isMoved ? (database.tree[live.path] ?? .null).storedForm() : wanted,
      at: live.path
    ) { change in
      change.kind != .removed || !isLeftAlone(change.path, in: database.name)
    }
    let isSame = node.written.changes.isEmpty && node.written.ignoredCount == 0
    note(isSame ? live.tag : nil, ofNodeLike: wanted, at: root, in: database.name)
    return node
  }

  /// Keeps the tag of a node that is as fixtures say for the next comparison, or with nil forgets one.
  private func note(
    _ tag: String?,
    ofNodeLike wanted: Tree,
    at root: TreePath,
    in database: String
  ) {
    guard let ledger else { return }
    let entry = tag.flatMap { tag in
      digest(of: wanted, in: database).map { EnvironmentLedger.Entry(tag: tag, digest: $0) }
    }
    ledger.note(entry, at: root, in: database)
  }

  /// Stands for what fixtures say of a node, and for what of it is left alone.
  private func digest(of wanted: Tree, in database: String) -> String? {
    let listed = own.filter { $0.key.service == database && $0.value == .listed }
    return TreeDigest.of(wanted, leavingAlone: listed.keys.map(\.description).sorted())
  }

  /// What the environment has at a path; nil where it is known to be what is wanted.
  private func liveNode(
    at root: TreePath,
    wanting wanted: Tree,
    of database: String,
    in store: any TreeStore
  ) async throws -> (path: TreePath, value: Tree, tag: String?)? {
    let known = ledger?.entry(at: root, in: database)
    let isSame = known.map { $0.digest == digest(of: wanted, in: database) } ?? false
    let found = try await store.taggedTree(at: root, unless: isSame ? known?.tag : nil)
    guard let found else { return nil }
    // Writing below a leaf would replace it: then it is the leaf that changes, and the plan says so.
    if found.value.isNull, let leaf = try await leaf(above: root, in: store) {
      return (leaf.0, leaf.1, nil)
    }
    return (root, found.value, found.tag)
  }

  /// The leaf that stands above a path where nothing is, if one does.
  private func leaf(
    above path: TreePath,
    in store: any TreeStore
  ) async throws -> (TreePath, Tree)? {
    var path = path
    while !path.isRoot {
      path = path.parent
      guard try await store.childKeys(at: path).isEmpty else { return nil }
      let tree = try await store.tree(at: path)
      if !tree.isNull { return (path, tree) }
    }
    return nil
  }

  private func isLeftAlone(_ path: TreePath, in database: String) -> Bool {
    own[Address(service: database, path: path.parent)] == .listed
  }

  private func compareObjects(with stores: EnvironmentStores) async throws -> ObjectDifferences {
    let asked = fixtures.objects.filter { scope.contains($0.address) }
    let found = try await asked.concurrentMap { fixture in
      try await stores.bucket(named: fixture.bucket).object(at: fixture.name)
    }
    var result = ObjectDifferences(ignored: ignored)
    for (fixture, existing) in zip(asked, found) {
      result.add(fixture.address, old: existing, new: ObjectState(fixture), fixture: fixture)
    }
    return result
  }
}

extension EnvironmentStores {
  /// The store of a database, or an error of code `notFound`.
  func database(named name: String) throws -> any TreeStore {
    guard let store = databases[name] else {
      throw StoreError(.notFound, service: name, "the environment has no database of this name")
    }
    return store
  }

  /// The store of a bucket, or an error of code `notFound`.
  func bucket(named name: String) throws -> any ObjectStore {
    guard let store = buckets[name] else {
      throw StoreError(.notFound, service: name, "the environment has no bucket of this name")
    }
    return store
  }
}
