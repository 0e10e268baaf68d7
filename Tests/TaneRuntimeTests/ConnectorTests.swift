import TestSupport
import Foundation
import SystemPackage
import TaneCore
import TaneFirebase
import TaneProject
import TaneRuntime
import Testing

@Suite("Connection of environments")
struct ConnectorTests {
  private func connect(
    _ profile: String,
    _ variables: [String: String] = [:]
  ) throws -> EnvironmentStores {
    var files = InMemoryFiles()
    files.makeFolder("/demo/environments")
    files.write(profile, to: "/demo/environments/staging.yaml")
    let root = FilePath(FileManager.default.temporaryDirectory.path)
      .appending("tane-connector-\(UUID().uuidString)")
    let profiles = EnvironmentProfiles.load(
      from: Project(root: "/demo", files: files),
      variables: variables
    )
    return try EnvironmentConnector(project: Project(root: root), variables: variables)
      .stores(of: try profiles.profile(named: "staging"))
  }

  private let firebase = """
    databases: { shops: https://demo-shops.firebaseio.com }
    buckets: { images: gs://demo.appspot.com }
    firestore: projects/demo/databases/(default)
    accounts: demo
    credentials: /nonexistent/key.json
    """

  @Test("Firestore and accounts over the network are connected without a request")
  func network() throws {
    let stores = try connect(
      """
      firestore: http://127.0.0.1:9/projects/demo/databases/(default)
      accounts: http://127.0.0.1:9/demo
      """
    )
    #expect(stores[.firestore]["firestore"] != nil)
    #expect(stores[.accounts]["accounts"]?.registration != nil)
    let manager = FirestoreManager()
    manager.use(OpenedEnvironment(stores), environment: "staging")
    #expect(manager.environment == "staging")
  }

  @Test(
    "Credentials are not read if emulators replace Firebase"
  )
  func redirected() throws {
    #expect(throws: StoreError.self) { try connect(firebase) }
    let stores = try connect(
      firebase,
      [
        "FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000",
        "FIREBASE_STORAGE_EMULATOR_HOST": "127.0.0.1:9199",
        "FIRESTORE_EMULATOR_HOST": "127.0.0.1:8080",
        "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099",
      ]
    )
    let readers = stores.readers
    #expect(readers.kinds == [.databases, .buckets, .firestore, .accounts])
    #expect(readers.names(of: .databases) == ["shops"])
  }

  @Test("Synchronized embedded stores are stored in one file")
  func synchronization() async throws {
    let root = FilePath(FileManager.default.temporaryDirectory.path)
      .appending("tane-connector-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    var files = InMemoryFiles()
    files.makeFolder("/demo/environments")
    files.write(
      "{ databases: { shops: \"embedded:shops\" }, accounts: embedded:main }",
      to: "/demo/environments/local.yaml"
    )
    let profile = try EnvironmentProfiles.load(
      from: Project(root: "/demo", files: files),
      variables: [:]
    ).profile(named: "local")
    let copy = Project(root: root.appending("copy"))
    do {
      let stores = try EnvironmentConnector(project: Project(root: root)).stores(of: profile)
      try await stores[.databases]["shops"]?.set(Tree(1), at: "/a")
      try await stores[.accounts]["accounts"]?.put(
        Account(localID: "a", createdAt: 0),
        replacing: nil
      )
      try await stores.synchronize()
      let folder = copy.root.appending(".tane/embedded")
      try FileManager.default.createDirectory(
        atPath: folder.string,
        withIntermediateDirectories: true
      )
      // The copy lacks the write-ahead log.
      try FileManager.default.copyItem(
        atPath: root.appending(".tane/embedded/local.sqlite").string,
        toPath: folder.appending("local.sqlite").string
      )
    }
    let copied = try EnvironmentConnector(project: copy).readers(of: profile)
    #expect(try await copied[.databases]["shops"]?.tree(at: "/a") == Tree(1))
    #expect(try await copied[.accounts]["accounts"]?.account(id: "a") != nil)
  }

  @Test("Read-only access creates nothing on disk and finds written data")
  func reading() async throws {
    let root = FilePath(FileManager.default.temporaryDirectory.path)
      .appending("tane-connector-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    var files = InMemoryFiles()
    files.write("databases: { shops: \"embedded:shops\" }", to: "/demo/environments/local.yaml")
    let profiles = EnvironmentProfiles.load(
      from: Project(root: "/demo", files: files),
      variables: [:]
    )
    let profile = try profiles.profile(named: "local")
    let connector = EnvironmentConnector(project: Project(root: root))
    let empty = try connector.readers(of: profile)
    #expect(try await empty.reader(.databases, named: "shops").tree(at: .root).isNull)
    #expect(!FileManager.default.fileExists(atPath: root.string))
    let store = try connector.stores(of: profile).store(.databases, named: "shops")
    try await store.set(Tree(1), at: "/a")
    let readers = try connector.readers(of: profile)
    #expect(try await readers.reader(.databases, named: "shops").tree(at: "/a") == Tree(1))
    let missing = StoreError(
      .notFound,
      service: "users",
      "the environment has no database with this name"
    )
    #expect(throws: missing) { try readers.reader(.databases, named: "users") }
  }
}
