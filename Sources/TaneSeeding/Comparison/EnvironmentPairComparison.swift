public import TaneCore
public import TaneProject

/// Compares what two environments hold: whole databases and whole buckets, by their names, all documents
/// and all accounts.
public struct EnvironmentPairComparison: Sendable {
  let scope: ComparisonScope
  let ignored: [AddressPattern]
  private let mappings: Mappings
  let oldDatabase: DocumentDatabaseName?
  let newDatabase: DocumentDatabaseName?

  /// Creates a comparison of the part that is asked for, without what is ignored.
  ///
  /// References between documents are the same where their paths are, each in the environment's own
  /// Firestore database.
  public init(
    scope: ComparisonScope = .init(),
    ignored: [AddressPattern] = [],
    mappings: Mappings = .init(),
    from oldDatabase: DocumentDatabaseName? = nil,
    to newDatabase: DocumentDatabaseName? = nil
  ) {
    self.scope = scope
    self.ignored = ignored
    self.mappings = mappings
    self.oldDatabase = oldDatabase
    self.newDatabase = newDatabase
  }

  /// The names of services that only one of two environments has: they are not compared.
  public static func unmatched(_ old: EnvironmentStores, _ new: EnvironmentStores) -> [String] {
    let databases = Set(old.databases.keys).symmetricDifference(new.databases.keys)
    let buckets = Set(old.buckets.keys).symmetricDifference(new.buckets.keys)
    let others = [
      (Address.firestore, (old.documents == nil) != (new.documents == nil)),
      (Address.accounts, (old.accounts == nil) != (new.accounts == nil)),
    ]
    return databases.union(buckets).union(others.filter(\.1).map(\.0)).sorted()
  }

  /// Reads both environments and compares the services that both have.
  public func run(
    from old: EnvironmentStores,
    to new: EnvironmentStores
  ) async throws -> EnvironmentDifference {
    var databases: [DatabaseDifference] = []
    for name in old.databases.keys.sorted() {
      guard let oldStore = old.databases[name], let newStore = new.databases[name] else { continue }
      let roots = scope.roots(of: [.root], in: name)
      guard !roots.isEmpty else { continue }
      databases.append(try await compare(name, at: roots, from: oldStore, to: newStore))
    }
    var objects = ObjectDifferences(ignored: ignored)
    for name in old.buckets.keys.sorted() {
      guard let oldBucket = old.buckets[name], let newBucket = new.buckets[name] else { continue }
      try await compareObjects(of: name, from: oldBucket, to: newBucket, into: &objects)
    }
    let accounts = try await compareAccounts(from: old, to: new)
    return EnvironmentDifference(
      databases: databases,
      objects: objects,
      others: [try await compareDocuments(from: old, to: new), accounts?.difference]
        .compactMap { $0 },
      uncheckedPasswordCount: accounts?.uncheckedPasswordCount ?? 0
    )
  }

  private func compare(
    _ name: String,
    at roots: [TreePath],
    from old: any TreeStore,
    to new: any TreeStore
  ) async throws -> DatabaseDifference {
    let comparison = NodeComparison(database: name, ignored: ignored, mappings: mappings)
    var nodes: [NodeDifference] = []
    for root in roots {
      let (oldTree, newTree) = (try await old.tree(at: root), try await new.tree(at: root))
      nodes.append(comparison.compare(oldTree, newTree, at: root))
    }
    return DatabaseDifference(database: name, nodes: nodes)
  }

  private func compareObjects(
    of bucket: String,
    from old: any ObjectStore,
    to new: any ObjectStore,
    into result: inout ObjectDifferences
  ) async throws {
    var oldObjects = try await objects(of: old, in: bucket)[...]
    var newObjects = try await objects(of: new, in: bucket)[...]
    // Both listings are in the byte order of names: one merge pairs them.
    while let name = [oldObjects.first, newObjects.first].compactMap({ $0?.name }).min(by: precedes)
    {
      let oldObject = takeFirst(of: &oldObjects, named: name)
      let newObject = takeFirst(of: &newObjects, named: name)
      let address = Address(bucket: bucket, object: name)
      result.add(address, old: oldObject, new: newObject.map(ObjectState.init))
    }
  }

  private func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private func takeFirst(
    of objects: inout ArraySlice<StoredObject>,
    named name: String
  ) -> StoredObject? {
    guard let first = objects.first, first.name.utf8.elementsEqual(name.utf8) else { return nil }
    return objects.popFirst()
  }

  private func objects(
    of store: any ObjectStore,
    in bucket: String
  ) async throws -> [StoredObject] {
    var objects: [StoredObject] = []
    var request = ObjectListRequest()
    repeat {
      let page = try await store.list(request)
      objects += page.objects.filter { scope.contains(Address(bucket: bucket, object: $0.name)) }
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    return objects
  }
}
