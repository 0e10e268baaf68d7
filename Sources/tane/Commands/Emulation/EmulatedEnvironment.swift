import SystemPackage
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneProject

/// The stores that stand for an environment while it is emulated.
struct EmulatedEnvironment: Sendable {
  /// The stores by the names of the profile, for seeding.
  let stores: EnvironmentStores
  /// The databases by the names that clients send as `ns`.
  let databases: [String: any TreeStore]
  /// The names of the buckets as clients know them.
  let buckets: [String]
  /// The project of Firestore and of the accounts.
  let project: String
  private let embedded: EmbeddedEnvironment
  /// Held while stores are served that others may write to.
  private let lock: ServingLock?

  /// Opens the stores of a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile. An embedded one is served from its own stores, any other from stores of the
  ///     emulator's.
  ///   - project: The project, in whose state the stores are kept.
  ///   - inMemory: Whether nothing is kept.
  /// - Throws: A `StoreError` where a store cannot be opened.
  init(of profile: EnvironmentProfile, in project: Project, inMemory: Bool) throws {
    lock = profile.isEmbedded && !inMemory ? try Self.lock(profile.name, project) : nil
    embedded = try Self.open(profile, project, inMemory)
    self.project = profile.project ?? "demo-\(profile.name)"
    var databases: [String: any TreeStore] = [:]
    var byProfileName: [String: any TreeStore] = [:]
    for database in profile.databases {
      let name = database.url.emulatedName(else: database.name)
      databases[name] = embedded.database(name)
      byProfileName[database.name] = embedded.database(name)
    }
    var buckets: [String: any ObjectStore] = [:]
    var bucketNames: [String] = []
    for bucket in profile.buckets {
      let name = bucket.url.emulatedName(else: bucket.name)
      bucketNames.append(name)
      buckets[bucket.name] = embedded.bucket(name)
    }
    self.databases = databases
    self.buckets = bucketNames
    stores = EnvironmentStores(databases: byProfileName, buckets: buckets)
  }

  private static func lock(_ name: String, _ project: Project) throws -> ServingLock {
    if let lock = try ServingLock.take(of: name, in: project) { return lock }
    throw CommandFailure(.failed, "\(name) is served by another tane emulate; end that one first")
  }

  private static func open(
    _ profile: EnvironmentProfile,
    _ project: Project,
    _ inMemory: Bool
  ) throws -> EmbeddedEnvironment {
    guard !inMemory else { return try .inMemory() }
    let folder = profile.isEmbedded ? "embedded" : "emulator"
    let path = project.stateDirectory.appending(folder).appending("\(profile.name).sqlite")
    return try EmbeddedEnvironment(path: path, access: .readWrite)
  }

  /// The services that can be called from within as well.
  func calls() -> EmulatorCalls {
    let embedded = embedded
    let database = DatabaseEmulator(
      databases,
      defaultDatabase: databases.keys.min() ?? "\(project)-default-rtdb"
    ) { embedded.database($0) }
    return EmulatorCalls(
      database: database,
      storage: StorageService(buckets: StorageBuckets(names: buckets) { embedded.bucket($0) }),
      accounts: AccountsService(project: project, now: Self.now) { embedded.accounts($0) },
      project: project
    )
  }

  private static let now: @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }

  /// The services with their ports.
  func endpoints(of calls: EmulatorCalls, at ports: EmulatorPorts) -> [EmulatorEndpoint] {
    let embedded = embedded
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
        FirestoreService(now: Self.now) { embedded.documents($0) },
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
  /// Whether all that the profile names is kept in embedded stores.
  var isEmbedded: Bool {
    databases.allSatisfy(\.url.isEmbedded) && buckets.allSatisfy(\.url.isEmbedded)
  }
}

extension ServiceURL {
  /// The name by which clients of the emulator know the service.
  func emulatedName(else name: String) -> String {
    switch self {
    case .embedded(let name), .emulator(_, let name, _), .bucket(let name): name
    case .firebase(let origin):
      // The first label of the host is the name of the instance.
      origin.drop { $0 != "/" }.drop { $0 == "/" }.split(separator: ".").first.map(String.init)
        ?? name
    }
  }
}
