import TestSupport
import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneFirebase
import TaneProject
import Testing

@testable import TaneRuntime
@testable import TaneServices

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Services of an app that are moved to emulators")
struct AppEmulatorsTests {
  /// Emulators with stores in memory.
  private struct Emulators {
    private let server: EmulatorServer

    init() async throws {
      let stores = try EmbeddedEnvironment.inMemory()
      let now: @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
      let database = DatabaseEmulator([:], defaultDatabase: "shops") { stores.database($0) }
      let documents = FirestoreService(now: now) { stores.documents($0) }
      let storage = StorageService(buckets: StorageBuckets { stores.bucket($0) })
      let accounts = AccountsService(project: "demo", now: now) { stores.accounts($0) }
      server = try await EmulatorServer.start(
        [
          EmulatorEndpoint("database", database, webSockets: database, port: 0),
          EmulatorEndpoint("storage", storage, port: 0),
          EmulatorEndpoint("firestore", documents, grpc: documents, port: 0),
          EmulatorEndpoint("auth", accounts, port: 0),
        ],
        hosts: ["127.0.0.1"]
      )
    }

    func port(_ service: String) throws -> Int {
      try #require(server.address(of: service)?.split(separator: ":").last.flatMap { Int($0) })
    }

    /// Returns the response to a GET request with an administrator's token.
    func answer(_ service: String, _ target: String) async throws -> String {
      let url = try #require(URL(string: "http://127.0.0.1:\(port(service))\(target)"))
      var request = URLRequest(url: url)
      request.setValue("Bearer owner", forHTTPHeaderField: "Authorization")
      let (data, _) = try await URLSession.shared.data(for: request)
      return String(decoding: data, as: UTF8.self)
    }

    func shutDown() async { await server.shutDown() }
  }

  /// Starts an app in the folder of a project with one profile.
  private static func start(with profile: String) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "tane-moved-\(UUID())")
    let environments = root.appending(path: "environments")
    try FileManager.default.createDirectory(at: environments, withIntermediateDirectories: true)
    try Data(profile.utf8).write(to: environments.appending(path: "local.yaml"))
    #expect(FileManager.default.changeCurrentDirectoryPath(root.path))
    unsetenv("TANE_ENV")
    FirebaseApp.configure()
  }

  #if compiler(>=6.2) && !os(iOS)
  @Test("Writes of an app reach the emulators that it chose")
  func moved() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      try Self.start(
        with: """
          guard: open
          project: demo
          databases: { shops: embedded:shops }
          buckets: { images: embedded:images }
          firestore: embedded:main
          accounts: embedded:main
          """
      )
      let emulators = try await Emulators()
      let database = Database.database()
      try await database.reference(withPath: "a").setValue("embedded")
      database.useEmulator(withHost: "127.0.0.1", port: try emulators.port("database"))
      #expect(try await database.reference(withPath: "a").getData().value is NSNull)
      try await Database.database().reference(withPath: "a").setValue(1)
      #expect(try await emulators.answer("database", "/a.json?ns=shops") == "1")

      Storage.storage().useEmulator(withHost: "127.0.0.1", port: try emulators.port("storage"))
      let image = Storage.storage().reference(withPath: "a.txt")
      _ = try await image.putDataAsync(Data("熱い".utf8))
      #expect(image.storage.reference(withPath: "a.txt") == image)
      #expect(try await emulators.answer("storage", "/v0/b/images/o/a.txt?alt=media") == "熱い")

      let firestore = Firestore.firestore()
      firestore.useEmulator(withHost: "127.0.0.1", port: try emulators.port("firestore"))
      #expect(firestore.settings.host == "127.0.0.1:\(try emulators.port("firestore"))")
      try await Firestore.firestore().document("posts/1").setData(["text": "熱い"])
      let name = "projects/demo/databases/(default)/documents/posts/1"
      #expect(try await emulators.answer("firestore", "/v1/\(name)").contains("熱い"))

      let auth = Auth.auth()
      try await auth.signInAnonymously()
      auth.useEmulator(withHost: "127.0.0.1", port: try emulators.port("auth"))
      #expect(auth.currentUser == nil)
      let user = try await auth.createUser(withEmail: "a@example.com", password: "secret7").user
      let request = user.createProfileChangeRequest()
      request.displayName = "花子"
      try await request.commitChanges()
      let accounts = "/identitytoolkit.googleapis.com/v1/projects/demo/accounts:batchGet"
      #expect(try await emulators.answer("auth", accounts).contains("花子"))
      try await auth.sendPasswordReset(withEmail: "a@example.com")
      let codes = try await emulators.answer("auth", "/emulator/v1/projects/demo/oobCodes")
      let code = try #require(codes.firstMatch(of: /"oobCode": ?"([^"]+)"/)?.1)
      try await auth.confirmPasswordReset(withCode: String(code), newPassword: "secret8")
      try await auth.signIn(withEmail: "a@example.com", password: "secret8")
      await emulators.shutDown()
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  @Test("An emulator keeps the environment's guard, and Google's hosts are rejected")
  func guarded() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      try Self.start(
        with: """
          guard: confirm
          databases: { shops: https://demo-shops.firebaseio.com }
          firestore: projects/demo/databases/(default)
          """
      )
      let emulators = try await Emulators()
      let database = Database.database()
      database.useEmulator(withHost: "127.0.0.1", port: try emulators.port("database"))
      #expect(try await database.reference().getData().exists() == false)
      let refusal = StoreError(
        .readOnly,
        service: "local",
        "it was opened for reading only, because its guard is \"confirm\"; to write to it, call "
          + "activate(\"local\", access: .writing)"
      )
      await #expect(throws: refusal) { try await database.reference(withPath: "a").setValue(1) }
      #expect(try await emulators.answer("database", "/.json?ns=demo-shops") == "null")

      let firestore = Firestore.firestore()
      firestore.useEmulator(withHost: "firestore.googleapis.com", port: 443)
      let error = await #expect(throws: EnvironmentError.self) {
        try await firestore.document("posts/1").getDocument()
      }
      #expect(
        error?.message
          == "useEmulator(withHost: \"firestore.googleapis.com\", port: 443) is not a valid emulator address: pass a host"
          + " and a port, such as \"127.0.0.1\" and 9000"
      )
      let settings = firestore.settings
      settings.host = "127.0.0.1:\(try emulators.port("firestore"))"
      settings.isSSLEnabled = false
      firestore.settings = settings
      #expect(try await firestore.document("posts/1").getDocument().exists == false)
      await emulators.shutDown()
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }
  #endif

  @Test("Services at emulators receive the user's token only if the accounts are local too")
  func users() async throws {
    var files = InMemoryFiles()
    files.write(
      "databases: { shops: https://demo-shops.firebaseio.com }\naccounts: demo\n",
      to: "/demo/environments/staging.yaml"
    )
    let project = Project(root: "/demo", files: files)
    let profile = try EnvironmentProfiles.load(from: project, variables: [:])
      .profile(named: "staging")
    let connector = EnvironmentConnector(project: project, variables: [:])
    let services = AppServices(profile, connector, unless: nil)
    let manager = AuthManager(accounts: try EmbeddedEnvironment.inMemory().accounts("main"))
    try await manager.auth.signInAnonymously()
    services.use(manager.auth)
    let opened = try services.open(.databases, "shops", at: ("127.0.0.1", 9))
    let client = try #require(opened?[.databases]["shops"]?.reader as? RealtimeDatabaseClient)
    let user = try #require(client.client.connection.user)
    #expect(try await user.token(refusing: nil) == nil)
    _ = try services.open(.accounts, "accounts", at: ("::1", 9))
    #expect(try await user.token(refusing: nil) != nil)
  }
}
