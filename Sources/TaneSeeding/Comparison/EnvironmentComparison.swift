public import TaneCore
public import TaneProject

/// Compares fixtures with what an environment holds, and reads no more of it than fixtures describe.
public struct EnvironmentComparison: Sendable {
  private let fixtures: Fixtures
  private let own: [Address: Ownership]
  private let scope: ComparisonScope

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - fixtures: What the environment should hold.
  ///   - own: The nodes of which only the keys that fixtures list are compared.
  ///   - scope: The part of the environment that is asked for.
  public init(
    fixtures: Fixtures,
    own: [Address: Ownership] = [:],
    scope: ComparisonScope = .init()
  ) {
    self.fixtures = fixtures
    self.own = own
    self.scope = scope
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
    let (objects, unchanged) = try await compareObjects(with: stores)
    return EnvironmentDifference(
      databases: databases,
      objects: objects,
      unchangedObjectCount: unchanged
    )
  }

  private func compare(
    _ database: Fixtures.Database,
    at roots: [TreePath],
    with store: any TreeStore
  ) async throws -> DatabaseDifference {
    var changes: [Change] = []
    var extras: [Change] = []
    var unchangedCount = 0
    for root in roots {
      let changeset = try await difference(of: database, at: root, from: store)
      unchangedCount += changeset.unchangedCount
      for change in changeset.changes {
        if change.kind != .removed {
          changes.append(change)
        } else if !isLeftAlone(change.path, in: database.name) {
          extras.append(change)
        }
      }
    }
    return DatabaseDifference(
      database: database.name,
      changes: changes,
      extras: extras,
      unchangedCount: unchangedCount
    )
  }

  private func difference(
    of database: Fixtures.Database,
    at root: TreePath,
    from store: any TreeStore
  ) async throws -> Changeset {
    var root = root
    var live = try await store.tree(at: root)
    if live.isNull, let (path, leaf) = try await leaf(above: root, in: store) {
      // Writing below a leaf would replace it: then it is the leaf that changes, and the plan says so.
      (root, live) = (path, leaf)
    }
    let wanted = (database.tree[root] ?? .null).storedForm()
    var changeset = Changeset(from: live, to: wanted)
    changeset.changes = changeset.changes.map {
      Change(path: root.appending($0.path), old: $0.old, new: $0.new)
    }
    return changeset
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

  private func compareObjects(
    with stores: EnvironmentStores
  ) async throws -> (differences: [ObjectDifference], unchanged: Int) {
    var differences: [ObjectDifference] = []
    var unchanged = 0
    let objects = fixtures.objects.filter { scope.contains($0.address) }
    for fixture in objects {
      let existing = try await stores.bucket(named: fixture.bucket).object(at: fixture.name)
      if let difference = ObjectDifference(
        fixture.address,
        old: existing,
        new: ObjectState(fixture),
        fixture: fixture
      ) {
        differences.append(difference)
      } else {
        unchanged += 1
      }
    }
    return (differences, unchanged)
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
