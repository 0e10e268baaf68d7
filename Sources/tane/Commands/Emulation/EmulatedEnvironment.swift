import SystemPackage
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneProject
import TaneRuntime
import TaneSeeding

/// The stores that stand for an environment while it is emulated.
struct EmulatedEnvironment: Sendable {
  /// The stores by the names of the profile, for seeding.
  let stores: EnvironmentStores
  /// The databases by the names that clients send as `ns`.
  let databases: [String: any TreeStore]
  /// The names of the buckets as clients know them.
  let buckets: [String]
  /// The project of the accounts, and of clients that name none.
  let project: String
  /// The name of the Firestore database, as clients know it.
  let documentDatabase: String
  private let embedded: EmbeddedEnvironment
  private let names: EmbeddedNames
  /// Held while stores are served that outlive the process.
  private let lock: EnvironmentLock?

  /// Opens the stores of a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile. An embedded one is served from its own stores, any other from stores of the
  ///     emulator's.
  ///   - context: Where the stores are kept.
  ///   - inMemory: Whether nothing is kept.
  /// - Throws: A `StoreError` where a store cannot be opened, and a `CommandFailure` where another process
  ///   uses it.
  init(of profile: EnvironmentProfile, in context: CommandContext, inMemory: Bool) async throws {
    if inMemory {
      lock = nil
      embedded = try .inMemory()
    } else {
      let file = try Self.file(of: profile, in: context)
      lock = try await Self.lock(file, of: profile.name, in: context)
      embedded = try EmbeddedEnvironment(path: file, access: .readWrite)
    }
    self.project = profile.emulatedProject
    documentDatabase =
      profile.documentDatabase.map { "\($0)" } ?? "projects/\(self.project)/databases/(default)"
    names = EmbeddedNames(of: profile, project: self.project)
    var databases: [String: any TreeStore] = [:]
    var stores = EnvironmentStores()
    for database in profile.databases {
      let name = database.url.instanceName
      let store = embedded.database(name)
      databases[name] = store
      stores.add(store, named: database.name, as: .databases)
    }
    for bucket in profile.buckets {
      stores.add(embedded.bucket(bucket.url.instanceName), named: bucket.name, as: .buckets)
    }
    if let database = profile.documentDatabase {
      let store = embedded.documents(names.documents("\(database)"))
      stores.add(store, named: ServiceKind.firestore.id, as: .firestore)
    }
    if let accounts = profile.accounts {
      let store = embedded.accounts(names.accounts(accounts.url.project ?? self.project))
      stores.add(store, named: ServiceKind.accounts.id, as: .accounts)
    }
    self.databases = databases
    buckets = profile.buckets.map(\.url.instanceName)
    self.stores = stores
  }

  private static func file(
    of profile: EnvironmentProfile,
    in context: CommandContext
  ) throws -> FilePath {
    guard !profile.isEmbedded else { return try context.environments.embeddedFile(of: profile) }
    return try context.project.stateDirectory.appending("emulator")
      .appending("\(profile.name).sqlite")
  }

  private static func lock(
    _ file: FilePath,
    of name: String,
    in context: CommandContext
  ) async throws -> EnvironmentLock {
    do {
      return try await EnvironmentLock.take(
        [file],
        of: name,
        for: .emulate,
        patience: context.patience,
        report: context.noteWaiting
      )
    } catch let use as EnvironmentInUse {
      let advice = use.isServed ? "end it first" : "wait until it has ended"
      throw CommandFailure(
        .failed,
        "\(use): \(advice), or serve stores of your own with --in-memory; nothing is served"
      )
    }
  }

  /// Lets other commands use the stores again.
  func release() { lock?.release() }

  /// The services that can be called from within as well.
  func calls() -> EmulatorCalls { calls(over: embedded, databases) }

  /// The same services over empty stores in memory, to try something on.
  func rehearsalCalls() throws -> EmulatorCalls {
    let scratch = try EmbeddedEnvironment.inMemory()
    return calls(over: scratch, databases.keys.reduce(into: [:]) { $0[$1] = scratch.database($1) })
  }

  /// The number of Firestore documents that there are, whatever database they are in.
  func documentCount() async throws -> Int { try await embedded.documentCount() }

  private func calls(
    over embedded: EmbeddedEnvironment,
    _ databases: [String: any TreeStore]
  ) -> EmulatorCalls {
    let names = names
    let database = DatabaseEmulator(
      databases,
      defaultDatabase: databases.keys.min() ?? "\(project)-default-rtdb"
    ) { embedded.database($0) }
    return EmulatorCalls(
      database: database,
      storage: StorageService(buckets: StorageBuckets(names: buckets) { embedded.bucket($0) }),
      accounts: AccountsService(project: project, now: Self.now) {
        embedded.accounts(names.accounts($0))
      },
      project: project
    )
  }

  private static let now: @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }

  /// The services with their ports.
  func endpoints(of calls: EmulatorCalls, at ports: EmulatorPorts) -> [EmulatorEndpoint] {
    let (embedded, names) = (embedded, names)
    return [
      EmulatorEndpoint(
        EmulatedService.database.rawValue,
        calls.database,
        webSockets: calls.database,
        port: ports.databasePort
      ),
      EmulatorEndpoint(
        EmulatedService.storage.rawValue,
        calls.storage,
        port: ports.storagePort
      ),
      EmulatorEndpoint(
        EmulatedService.firestore.rawValue,
        FirestoreService(now: Self.now) { embedded.documents(names.documents($0)) },
        port: ports.firestorePort
      ),
      EmulatorEndpoint(
        EmulatedService.auth.rawValue,
        calls.accounts,
        port: ports.authPort
      ),
    ]
  }
}

/// The names that embedded stores of documents and accounts have, by those that clients ask for.
struct EmbeddedNames: Sendable {
  private var documents: [String: String] = [:]
  private var accounts: [String: String] = [:]

  /// Finds the names that a profile gives; every other store has the name that clients ask for.
  init(of profile: EnvironmentProfile, project: String) {
    if case .embedded(let name)? = profile.firestore?.url, let database = profile.documentDatabase {
      documents = [database.description: name]
    }
    if case .embedded(let name)? = profile.accounts?.url { accounts = [project: name] }
  }

  /// The name of the store of a database, `projects/P/databases/D`.
  func documents(_ database: String) -> String { documents[database] ?? database }

  /// The name of the store of a project's accounts.
  func accounts(_ project: String) -> String { accounts[project] ?? project }
}

/// The services that are emulated, by the names that Firebase's own emulators have for them.
enum EmulatedService: String, CaseIterable {
  case database, storage, firestore, auth

  /// The variables by which clients find the service, for a host with its port.
  ///
  /// See <https://firebase.google.com/docs/emulator-suite/install_and_configure>.
  func variables(for address: String) -> [(name: String, value: String)] {
    switch self {
    case .database: [("FIREBASE_DATABASE_EMULATOR_HOST", address)]
    case .storage:
      [
        ("FIREBASE_STORAGE_EMULATOR_HOST", address), ("STORAGE_EMULATOR_HOST", "http://\(address)"),
      ]
    case .firestore: [("FIRESTORE_EMULATOR_HOST", address)]
    case .auth: [("FIREBASE_AUTH_EMULATOR_HOST", address)]
    }
  }
}

extension EnvironmentProfile {
  /// The project that clients of the emulator mean: what the profile says, or what its services are of.
  fileprivate var emulatedProject: String {
    project ?? accounts?.url.project ?? firestore?.url.databaseName?.project ?? "demo-\(name)"
  }
}
