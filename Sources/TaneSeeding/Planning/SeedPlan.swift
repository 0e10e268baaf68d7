public import TaneCore
public import TaneProject

/// What a seed will write, and nothing besides.
public struct SeedPlan: Sendable {
  /// The writes to one database.
  public struct DatabaseStep: Sendable {
    /// The database's name in the profile.
    public let database: String
    /// The writes, each with the value that it expects to find.
    public let writes: [TreeWrite]
  }

  /// The upload of one object.
  public struct Upload: Sendable {
    /// The fixture that is uploaded.
    public let fixture: Fixtures.Object
    /// The generation of the object that it replaces, or nil where there must be none.
    public let replacedGeneration: Int64?
    /// Whether the object has the fixture's bytes already, so that its metadata alone are changed.
    let hasSameContent: Bool

    /// The object's address.
    public var address: Address { fixture.address }
  }

  /// What the plan was made from.
  public let difference: EnvironmentDifference
  /// Whether extras are removed.
  public let prunes: Bool
  /// The writes to databases, of which each is made all at once or not at all.
  public let databaseSteps: [DatabaseStep]
  /// The writes of documents, in commits of which each is made all at once or not at all.
  public let documentCommits: [[DocumentWrite]]
  /// The accounts to store, each with the one that it expects to find; those that are new are made at no
  /// time yet.
  public let accountImports: [AccountImport]
  /// The uploads to buckets, those of one bucket side by side.
  public let uploads: [Upload]

  /// Plans to make an environment as its fixtures say.
  public init(_ difference: EnvironmentDifference, prunes: Bool = false) {
    self.difference = difference
    self.prunes = prunes
    uploads = difference.objects.compactMap { object in
      object.fixture.map { fixture in
        Upload(
          fixture: fixture,
          replacedGeneration: object.generation,
          hasSameContent: object.aspects == [.metadata]
        )
      }
    }
    documentCommits = DocumentPlan.commits(
      of: difference.documents.compactMap { DocumentPlan.write(for: $0, prunes: prunes) }
    )
    accountImports = difference.accounts.compactMap { AccountPlan.item(for: $0, prunes: prunes) }
    databaseSteps = difference.databases.compactMap { database in
      let changes = database.changes + (prunes ? database.extras : [])
      guard !changes.isEmpty else { return nil }
      let writes = changes.map {
        TreeWrite(path: $0.path, value: $0.new ?? .null, expected: $0.old ?? .null)
      }
      return DatabaseStep(database: database.database, writes: writes)
    }
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool {
    databaseSteps.isEmpty && documentCommits.isEmpty && accountImports.isEmpty && uploads.isEmpty
  }

  /// The places that are written.
  public var addresses: [Address] {
    databaseSteps.flatMap { step in
      step.writes.map { Address(service: step.database, path: $0.path) }
    } + documentCommits.joined().map { Address(document: $0.path) }
      + accountImports.map { Address(account: $0.account.localID) } + uploads.map(\.address)
  }

  /// What each database promises of its writes, by name.
  public func guarantees(
    on readers: EnvironmentReaders
  ) throws -> [(database: String, guarantee: UpdateGuarantee)] {
    try databaseSteps.map { step in
      (
        step.database,
        try readers.reader(.databases, named: step.database).guarantee(of: step.writes)
      )
    }
  }

  /// What the plan does, counted in values and objects.
  public var summary: SeedSummary { SeedSummary(of: self) }
}
