import Foundation
import SystemPackage
import TaneCore
import TaneFirebase
import TaneProject
import TaneRuntime
import Testing

@Suite("Environments are connected by what their profiles say")
struct ConnectorTests {
  private func connect(
    _ profile: String,
    _ variables: [String: String] = [:],
    for access: EnvironmentConnector.Access = .writing
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
      .connect(try profiles.profile(named: "staging"), for: access)
  }

  private let firebase = """
    databases: { shops: https://demo-shops.firebaseio.com }
    buckets: { images: gs://demo.appspot.com }
    firestore: projects/demo/databases/(default)
    accounts: demo
    credentials: /nonexistent/key.json
    """

  @Test("Firestore and accounts over the network, which are asked nothing yet")
  func network() throws {
    let stores = try connect(
      """
      firestore: http://127.0.0.1:9/projects/demo/databases/(default)
      accounts: http://127.0.0.1:9/demo
      """
    )
    #expect(stores.documents != nil)
    #expect(stores.accounts is any AuthenticatingAccountStore)
    let manager = FirestoreManager()
    manager.use(documents: stores.documents, environment: "staging")
    #expect(manager.environment == "staging")
  }

  @Test(
    "a credential that cannot be read is not even looked for where emulators take Firebase's place"
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
    #expect(stores.databases.keys.sorted() == ["shops"])
    #expect(stores.documents != nil && stores.accounts != nil)
  }

  @Test("embedded stores are in one file when they are synchronized")
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
      let stores = try EnvironmentConnector(project: Project(root: root)).connect(
        profile,
        for: .writing
      )
      try await stores.databases["shops"]?.set(Tree(1), at: "/a")
      try await stores.accounts?.put(Account(localID: "a", createdAt: 0), replacing: nil)
      try await stores.synchronize()
      let folder = copy.root.appending(".tane/embedded")
      try FileManager.default.createDirectory(
        atPath: folder.string,
        withIntermediateDirectories: true
      )
      // Without the log beside it.
      try FileManager.default.copyItem(
        atPath: root.appending(".tane/embedded/local.sqlite").string,
        toPath: folder.appending("local.sqlite").string
      )
    }
    let copied = try EnvironmentConnector(project: copy).connect(profile, for: .writing)
    #expect(try await copied.databases["shops"]?.tree(at: "/a") == Tree(1))
    #expect(try await copied.accounts?.account(id: "a") != nil)
  }

  @Test("for reading alone, nothing can be written, whatever is asked")
  func readOnly() async throws {
    let profile = """
      firestore: http://127.0.0.1:9/projects/demo/databases/(default)
      accounts: http://127.0.0.1:9/demo
      """
    let stores = try connect(profile, for: .reading)
    let documents = try #require(stores.documents)
    let accounts = try #require(stores.accounts)
    let account = Account(localID: "a", createdAt: 0)
    let refusal = StoreError(
      .readOnly,
      service: "staging",
      "it was opened for reading only"
    )
    let write = DocumentWrite(path: DocumentPath(["posts", "1"]), operation: .delete)
    await #expect(throws: refusal) { try await documents.commit([write]) }
    await #expect(throws: refusal) { try await documents.removeAll() }
    await #expect(throws: refusal) { try await accounts.put(account, replacing: nil) }
    await #expect(throws: refusal) { try await accounts.importAccounts([AccountImport(account)]) }
    await #expect(throws: refusal) { try await accounts.delete(id: "a") }
    await #expect(throws: refusal) { try await accounts.removeAll() }
    let signingUp = try #require(accounts as? any AuthenticatingAccountStore)
    await #expect(throws: refusal) { try await signingUp.signUp(email: nil, password: nil) }
  }
}
