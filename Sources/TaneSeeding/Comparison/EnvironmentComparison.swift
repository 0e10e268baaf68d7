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

  /// Reads an environment and compares it with the fixtures.
  ///
  /// - Parameters:
  ///   - readers: The services of the environment.
  ///   - expectsAgreement: Whether databases are believed to be as the fixtures say: then a node is first
  ///     compared while it arrives, and kept in memory only where that finds a difference.
  /// - Returns: What differs.
  /// - Throws: A `StoreError` where a service cannot be read, or `CancellationError`.
  public func run(
    against readers: EnvironmentReaders,
    expectingAgreement expectsAgreement: Bool = false
  ) async throws -> EnvironmentDifference {
    var databases: [DatabaseDifference] = []
    for database in fixtures.databases.sorted(by: { $0.name < $1.name }) {
      let roots = scope.roots(of: database.owned, in: database.name)
      guard !roots.isEmpty else { continue }
      let comparison = DatabaseComparison(
        database: database,
        own: own,
        ignored: ignored,
        mappings: mappings,
        ledger: ledger
      )
      let reader = try readers.reader(.databases, named: database.name)
      databases.append(
        try await comparison.run(
          at: roots,
          against: reader,
          expectingAgreement: expectsAgreement
        )
      )
    }
    return EnvironmentDifference(
      databases: databases,
      objects: try await compareObjects(with: readers),
      documents: try await compareDocuments(with: readers),
      accounts: try await compareAccounts(with: readers)
    )
  }

  private func compareDocuments(
    with readers: EnvironmentReaders
  ) async throws -> [DocumentDifference] {
    guard let database = fixtures.documentDatabase, !fixtures.documents.isEmpty else { return [] }
    let comparison = DocumentComparison(
      database: database,
      own: own,
      scope: scope,
      ignored: ignored
    )
    let reader = try readers.reader(.firestore, named: Address.firestore)
    return try await comparison.run(fixtures.documents, against: reader)
  }

  private func compareAccounts(
    with readers: EnvironmentReaders
  ) async throws -> [AccountDifference] {
    guard !fixtures.accounts.isEmpty else { return [] }
    let comparison = AccountComparison(own: own, scope: scope, ignored: ignored)
    let reader = try readers.reader(.accounts, named: Address.accounts)
    return try await comparison.run(fixtures.accounts, against: reader)
  }

  private func compareObjects(with readers: EnvironmentReaders) async throws -> ObjectDifferences {
    let asked = fixtures.objects.filter { scope.contains($0.address) }
    var found: [String: [String: StoredObject]] = [:]
    for (bucket, objects) in Dictionary(grouping: asked, by: \.bucket) {
      let reading = ObjectReading(reader: try readers.reader(.buckets, named: bucket))
      found[bucket] = try await reading.objects(named: objects.map(\.name))
    }
    var result = ObjectDifferences(ignored: ignored)
    for fixture in asked {
      let existing = found[fixture.bucket]?[fixture.name]
      result.add(fixture.address, old: existing, new: ObjectState(fixture), fixture: fixture)
    }
    return result
  }
}
