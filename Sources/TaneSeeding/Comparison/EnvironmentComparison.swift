public import TaneCore
public import TaneProject

/// Compares fixtures with what an environment holds, and reads no more of it than fixtures describe.
public struct EnvironmentComparison: Sendable {
  private let fixtures: Fixtures
  private let own: [Address: Ownership]
  private let scope: ComparisonScope
  private let ignored: [AddressPattern]
  private let mappings: Mappings

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - fixtures: What the environment should hold.
  ///   - own: The nodes of which only the keys that fixtures list are compared.
  ///   - scope: The part of the environment that is asked for.
  ///   - ignored: The nodes and objects whose differences do not count.
  ///   - mappings: What says how elements of lists are found again for people; a seed goes by their
  ///     index.
  public init(
    fixtures: Fixtures,
    own: [Address: Ownership] = [:],
    scope: ComparisonScope = .init(),
    ignored: [AddressPattern] = [],
    mappings: Mappings = .init()
  ) {
    self.fixtures = fixtures
    self.own = own
    self.scope = scope
    self.ignored = ignored
    self.mappings = mappings
  }

  /// Reads the stores and compares them with the fixtures.
  public func run(against stores: EnvironmentStores) async throws -> EnvironmentDifference {
    var databases: [DatabaseDifference] = []
    for database in fixtures.databases.sorted(by: { $0.name < $1.name }) {
      let roots = scope.roots(of: database.owned, in: database.name)
      guard !roots.isEmpty else { continue }
      let store = try stores.database(named: database.name)
      databases.append(try await compare(database, at: roots, with: store))
    }
    return EnvironmentDifference(
      databases: databases,
      objects: try await compareObjects(with: stores)
    )
  }

  private func compare(
    _ database: Fixtures.Database,
    at roots: [TreePath],
    with store: any TreeStore
  ) async throws -> DatabaseDifference {
    let comparison = NodeComparison(database: database.name, ignored: ignored, mappings: mappings)
    var nodes: [NodeDifference] = []
    for root in roots {
      let (path, live) = try await liveNode(at: root, in: store)
      let wanted = (database.tree[path] ?? .null).storedForm()
      nodes.append(
        comparison.compare(live, wanted, at: path) { change in
          change.kind != .removed || !isLeftAlone(change.path, in: database.name)
        }
      )
    }
    return DatabaseDifference(database: database.name, nodes: nodes, againstFixtures: true)
  }

  private func liveNode(
    at root: TreePath,
    in store: any TreeStore
  ) async throws -> (TreePath, Tree) {
    let live = try await store.tree(at: root)
    // Writing below a leaf would replace it: then it is the leaf that changes, and the plan says so.
    if live.isNull, let leaf = try await leaf(above: root, in: store) { return leaf }
    return (root, live)
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
    var result = ObjectDifferences(ignored: ignored)
    for fixture in fixtures.objects where scope.contains(fixture.address) {
      let existing = try await stores.bucket(named: fixture.bucket).object(at: fixture.name)
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
