import TestSupport
import Foundation
import SystemPackage
import TaneCore
import TaneFirebase
import TaneProject
import TaneRuntime
import Testing

@Suite("Guards of activated environments")
struct ActivationTests {
  /// A project of embedded environments, one for each guard, each with its own data.
  private final class Guarded {
    let root = FileManager.default.temporaryDirectory
      .appending(path: "tane-activation-\(UUID())").resolvingSymlinksInPath()
    let databases = RealtimeDatabaseManager()
    let storage = FirebaseStorageManager()
    let firestore = FirestoreManager()
    let auth = AuthManager()

    init() async throws {
      let folder = root.appending(path: "environments")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for level in GuardLevel.allCases {
        let services = """
          databases: { shops: "embedded:shops" }
          buckets: { images: "embedded:images" }
          firestore: "embedded:main"
          accounts: "embedded:main"
          """
        let file = folder.appending(path: "\(level.rawValue).yaml")
        try Data("guard: open\n\(services)".utf8).write(to: file)
        try activate(level.rawValue, access: .writing)
        try await databases.shopsReference.child("a").setValue(1)
        try await auth.auth.createUser(withEmail: "a@example.com", password: "secret")
        try Data("guard: \(level.rawValue)\n\(services)".utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    @discardableResult
    func activate(
      _ name: String?,
      _ variables: [String: String] = [:],
      access: EnvironmentConnector.Access? = nil
    ) throws -> OpenedEnvironment {
      try EnvironmentProfiles.load(
        from: root.appending(path: "environments").path,
        variables: variables
      ).activate(
        name,
        access: access,
        managers: [databases, storage, firestore, auth]
      )
    }
  }

  @Test(
    "A guarded environment named by a variable rejects all writes",
    arguments: [GuardLevel.confirm, .protected]
  )
  func guarded(level: GuardLevel) async throws {
    let guarded = try await Guarded()
    let services = try guarded.activate(nil, ["TANE_ENV": level.rawValue])
    let advice =
      level == .protected
      ? ": only an approved plan can write to it"
      : "; to write to it, call activate(\"confirm\", access: .writing)"
    let refusal = StoreError(
      .readOnly,
      service: level.rawValue,
      "it was opened for reading only, because its guard is \"\(level.rawValue)\"\(advice)"
    )
    let shops = guarded.databases.shopsReference
    await #expect(throws: refusal) { try await shops.child("a").setValue(2) }
    await #expect(throws: refusal) {
      try await shops.child("a").runTransactionBlock { .success(withValue: $0) }
    }
    await #expect(throws: refusal) { try await shops.onDisconnectRemoveValue() }
    #expect(throws: refusal) { try services.stores.get() }
    let failure = await #expect(throws: StorageError.self) {
      try await guarded.storage.storageReference.child("a").putDataAsync(Data([1]))
    }
    guard case .unknown(let message, _) = failure else { throw try #require(failure) }
    #expect(message == refusal.description)
    let denied = await #expect(throws: FirestoreError.self) {
      try await guarded.firestore.firestore.document("posts/1").delete()
    }
    #expect(denied?.message == refusal.description)
    let error = await #expect(throws: AuthError.self) {
      try await guarded.auth.auth.createUser(withEmail: "b@example.com", password: "secret")
    }
    #expect(error?.message == refusal.description)
    #expect(try await shops.child("a").getData().value as? Int == 1)
  }

  @Test("A guarded environment allows reading and signing in")
  func reading() async throws {
    let guarded = try await Guarded()
    try guarded.activate("protected")
    #expect(try await guarded.databases.shopsReference.child("a").getData().exists())
    let auth = guarded.auth.auth
    let user = try await auth.signIn(withEmail: "a@example.com", password: "secret").user
    #expect(user.email == "a@example.com")
  }

  @Test("Code can override the guard, except for a protected environment")
  func explicit() async throws {
    let guarded = try await Guarded()
    try guarded.activate("protected", access: .writing)
    await #expect(
      throws: StoreError(
        .readOnly,
        service: "protected",
        "it was opened for reading only, because its guard is \"protected\": only an approved plan "
          + "can write to it"
      )
    ) { try await guarded.databases.shopsReference.child("a").setValue(2) }
    try guarded.activate("confirm", access: .writing)
    try await guarded.databases.shopsReference.child("a").setValue(2)
    try guarded.activate("open")
    try await guarded.databases.shopsReference.child("a").setValue(2)
    try guarded.activate("open", access: .reading)
    let refusal = StoreError(
      .readOnly,
      service: "open",
      "it was opened for reading only"
    )
    await #expect(throws: refusal) {
      try await guarded.databases.shopsReference.child("a").setValue(3)
    }
  }

  @Test("A guarded network environment keeps all abilities of its stores except writing")
  func capabilities() throws {
    var files = InMemoryFiles()
    files.write(
      """
      guard: protected
      databases: { shops: "http://192.0.2.1:9?ns=shops" }
      buckets: { images: "http://192.0.2.1:9/images" }
      firestore: http://192.0.2.1:9/projects/demo/databases/(default)
      accounts: http://192.0.2.1:9/demo
      """,
      to: "/demo/environments/staging.yaml"
    )
    let project = Project(root: "/demo", files: files)
    let services = try EnvironmentProfiles.load(from: project, variables: [:]).activate(
      "staging",
      managers: [
        RealtimeDatabaseManager(), FirebaseStorageManager(), FirestoreManager(), AuthManager(),
      ]
    )
    let shops = try #require(services[.databases]["shops"])
    let images = try #require(services[.buckets]["images"])
    #expect(shops.reader.connected != nil && shops.reader.keepsPriorities)
    #expect(images.reader.files != nil && images.reader.isServed)
    #expect(services[.firestore]["firestore"]?.reader.pollingInterval != nil)
    #expect(services[.accounts]["accounts"]?.reader.authentication != nil)
  }

  @Test(
    "An environment at emulators of this machine is open for writing, unless code asks for reading",
    arguments: [
      ("127.0.0.1", nil, true), ("localhost", nil, true), ("[::1]", .writing, true),
      ("127.0.0.1", .reading, false), ("192.0.2.1", nil, false), ("192.0.2.1", .writing, false),
    ] as [(String, EnvironmentConnector.Access?, Bool)]
  )
  func loopback(host: String, access: EnvironmentConnector.Access?, isOpen: Bool) throws {
    var files = InMemoryFiles()
    files.write(
      """
      guard: protected
      databases: { shops: "http://\(host):9?ns=shops", users: "http://127.0.0.1:9?ns=users" }
      """,
      to: "/demo/environments/staging.yaml"
    )
    let project = Project(root: "/demo", files: files)
    let services = try EnvironmentProfiles.load(from: project, variables: [:]).activate(
      "staging",
      access: access,
      managers: [
        RealtimeDatabaseManager(), FirebaseStorageManager(), FirestoreManager(), AuthManager(),
        RemoteConfigManager(),
      ]
    )
    #expect(((try? services.stores.get()) != nil) == isOpen)
  }

  @Test("Variables that move all services to emulators of this machine open it for writing as well")
  func redirected() throws {
    var files = InMemoryFiles()
    files.write(
      "guard: protected\ndatabases: { shops: https://demo-shops.firebaseio.com }",
      to: "/demo/environments/production.yaml"
    )
    let project = Project(root: "/demo", files: files)
    for (host, isOpen) in [("127.0.0.1:9", true), ("192.0.2.1:9", false)] {
      let variables = ["TANE_ENV": "production", "FIREBASE_DATABASE_EMULATOR_HOST": host]
      let services = try EnvironmentProfiles.load(from: project, variables: variables).activate(
        managers: [
          RealtimeDatabaseManager(), FirebaseStorageManager(), FirestoreManager(), AuthManager(),
          RemoteConfigManager(),
        ]
      )
      #expect(((try? services.stores.get()) != nil) == isOpen)
    }
  }
}
