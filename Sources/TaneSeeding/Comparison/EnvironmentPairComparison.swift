public import TaneCore

/// Compares what two environments hold: whole databases and whole buckets, by their names.
public struct EnvironmentPairComparison: Sendable {
  private let scope: ComparisonScope

  /// Creates a comparison of the part that is asked for.
  public init(scope: ComparisonScope = .init()) {
    self.scope = scope
  }

  /// The names of databases and buckets that only one of two environments has: they are not compared.
  public static func unmatched(_ old: EnvironmentStores, _ new: EnvironmentStores) -> [String] {
    let databases = Set(old.databases.keys).symmetricDifference(new.databases.keys)
    let buckets = Set(old.buckets.keys).symmetricDifference(new.buckets.keys)
    return databases.union(buckets).sorted()
  }

  /// Reads both environments and compares the databases and buckets that both have.
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
    var objects: [ObjectDifference] = []
    var unchanged = 0
    for name in old.buckets.keys.sorted() {
      guard let oldBucket = old.buckets[name], let newBucket = new.buckets[name] else { continue }
      let result = try await compareObjects(of: name, from: oldBucket, to: newBucket)
      objects += result.differences
      unchanged += result.unchanged
    }
    return EnvironmentDifference(
      databases: databases,
      objects: objects,
      unchangedObjectCount: unchanged
    )
  }

  private func compare(
    _ name: String,
    at roots: [TreePath],
    from old: any TreeStore,
    to new: any TreeStore
  ) async throws -> DatabaseDifference {
    var changes: [Change] = []
    var unchangedCount = 0
    for root in roots {
      let (oldTree, newTree) = (try await old.tree(at: root), try await new.tree(at: root))
      let changeset = Changeset(from: oldTree, to: newTree)
      changes += changeset.changes.map {
        Change(path: root.appending($0.path), old: $0.old, new: $0.new)
      }
      unchangedCount += changeset.unchangedCount
    }
    return DatabaseDifference(
      database: name,
      changes: changes,
      extras: [],
      unchangedCount: unchangedCount
    )
  }

  private func compareObjects(
    of bucket: String,
    from old: any ObjectStore,
    to new: any ObjectStore
  ) async throws -> (differences: [ObjectDifference], unchanged: Int) {
    var oldObjects = try await objects(of: old, in: bucket)[...]
    var newObjects = try await objects(of: new, in: bucket)[...]
    var differences: [ObjectDifference] = []
    var unchanged = 0
    // Both listings are in the byte order of names: one merge pairs them.
    while let name = [oldObjects.first, newObjects.first].compactMap({ $0?.name }).min(by: precedes)
    {
      let oldObject = takeFirst(of: &oldObjects, named: name)
      let newObject = takeFirst(of: &newObjects, named: name)
      let address = Address(bucket: bucket, object: name)
      if let difference = ObjectDifference(
        address,
        old: oldObject,
        new: newObject.map(ObjectState.init)
      ) {
        differences.append(difference)
      } else {
        unchanged += 1
      }
    }
    return (differences, unchanged)
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
