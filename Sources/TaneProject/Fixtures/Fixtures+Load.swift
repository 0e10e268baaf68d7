import SystemPackage
public import TaneCore

extension Fixtures {
  /// Reads the fixtures of an environment.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - sets: The sets to read instead of those that the profile lists.
  ///   - project: The project.
  /// - Returns: What could be read, and what was found.
  public static func load(
    for profile: EnvironmentProfile,
    sets: [String]? = nil,
    from project: Project
  ) -> Fixtures {
    load(
      sets: sets ?? profile.fixtures,
      from: project,
      databases: profile.databases.map(\.name),
      buckets: profile.buckets.map(\.name),
      documents: profile.documentDatabase,
      hasAccounts: profile.accounts != nil
    )
  }

  /// Reads fixture sets and lays them over each other.
  ///
  /// - Parameters:
  ///   - sets: The names of the sets, later over earlier.
  ///   - project: The project.
  ///   - databases: The names of the databases that there are.
  ///   - buckets: The names of the buckets that there are.
  ///   - documentDatabase: The Firestore database, if there is one; documents are left out without.
  ///   - hasAccounts: Whether there are accounts; those of fixtures are left out without.
  /// - Returns: What could be read, and what was found.
  public static func load(
    sets: [String],
    from project: Project,
    databases: [String],
    buckets: [String],
    documents documentDatabase: DocumentDatabaseName? = nil,
    hasAccounts: Bool = false
  ) -> Fixtures {
    var diagnostics: [Diagnostic] = []
    var layers: [FixtureSetReader] = []
    var known: [String] = []
    do {
      known = try FixtureSets.names(in: project)
    } catch {
      diagnostics.append(.unreadable(Project.fixtures, error, "folder"))
    }
    for set in sets where !diagnostics.contains(where: { $0.code == .unreadableFile }) {
      if let problem = NameRule.problem(in: set) {
        diagnostics.append(.illegalSet(set, problem, at: nil))
        continue
      }
      // As the disk spells it: two spellings of one text are equal here, and not there.
      guard let set = known.first(where: { $0 == set }) else {
        diagnostics.append(.unknownSet(set, among: known, at: nil))
        continue
      }
      var reader = FixtureSetReader(
        set: set,
        project: project,
        services: FixtureServices(
          databases: databases,
          buckets: buckets,
          hasFirestore: documentDatabase != nil,
          hasAccounts: hasAccounts
        )
      )
      reader.read()
      diagnostics += reader.diagnostics
      layers.append(reader)
    }
    let names = Set(layers.flatMap(\.databases.keys)).sorted()
    let layered = names.map { name in
      LayeredDatabase(name: name, layers: layers.compactMap { $0.databases[name] })
    }
    diagnostics += layered.flatMap(\.findings)
    let documents = documentDatabase.map { database in
      LayeredDocuments(layers: layers.map(\.documents), in: database)
    }
    let accounts = LayeredAccounts(layers: layers.compactMap(\.accounts))
    diagnostics += (documents?.findings ?? []) + accounts.findings
    return Fixtures(
      sets: sets,
      databases: layered.map(\.database),
      objects: objects(of: layers),
      documentDatabase: documentDatabase,
      documents: documents?.documents ?? [],
      accounts: accounts.accounts,
      diagnostics: diagnostics.sortedOnce,
      fileCount: layers.reduce(0) { $0 + $1.fileCount }
    )
  }

  private static func objects(of layers: [FixtureSetReader]) -> [Object] {
    var objects: [Address: Object] = [:]
    for object in layers.flatMap(\.objects) {
      objects[Address(service: object.bucket, path: TreePath([object.name]))] = object
    }
    return objects.values.sorted { left, right in
      left.bucket == right.bucket
        ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8) : left.bucket < right.bucket
    }
  }
}
