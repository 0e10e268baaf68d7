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
  public static func unmatched(_ old: EnvironmentReaders, _ new: EnvironmentReaders) -> [String] {
    old.kinds.union(new.kinds)
      .flatMap { Set(old.names(of: $0)).symmetricDifference(new.names(of: $0)) }.sorted()
  }

  /// Reads both environments and compares the services that both have.
  public func run(
    from old: EnvironmentReaders,
    to new: EnvironmentReaders
  ) async throws -> EnvironmentDifference {
    var databases: [DatabaseDifference] = []
    let newDatabases = new[.databases]
    for (name, oldReader) in old[.databases].sorted(by: { $0.key < $1.key }) {
      guard let newReader = newDatabases[name] else { continue }
      let roots = scope.roots(of: [.root], in: name)
      guard !roots.isEmpty else { continue }
      databases.append(try await compare(name, at: roots, from: oldReader, to: newReader))
    }
    var objects = ObjectDifferences(ignored: ignored)
    let newBuckets = new[.buckets]
    for (name, oldBucket) in old[.buckets].sorted(by: { $0.key < $1.key }) {
      guard let newBucket = newBuckets[name] else { continue }
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
    from old: any TreeReader,
    to new: any TreeReader
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
    from old: any ObjectReader,
    to new: any ObjectReader,
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
    of reader: any ObjectReader,
    in bucket: String
  ) async throws -> [StoredObject] {
    var objects: [StoredObject] = []
    var request = ObjectListRequest()
    repeat {
      let page = try await reader.list(request)
      objects += page.objects.filter { scope.contains(Address(bucket: bucket, object: $0.name)) }
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    return objects
  }
}
