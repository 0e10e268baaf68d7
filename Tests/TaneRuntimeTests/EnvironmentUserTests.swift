import TestSupport
import SystemPackage
import TaneCore
import TaneFirebase
import TaneProject
import TaneTesting
import Testing

@testable import TaneRuntime
@testable import TaneServices

@Suite("User of an environment")
struct EnvironmentUserTests {
  private static func open(
    _ firestore: String,
    accounts: String
  ) throws -> (EnvironmentConnector, EnvironmentProfile) {
    var files = InMemoryFiles()
    files.write(
      "firestore: \(firestore)\naccounts: \(accounts)\n",
      to: "/demo/environments/staging.yaml"
    )
    let project = Project(root: "/demo", files: files)
    let profile = try EnvironmentProfiles.load(from: project, variables: [:])
      .profile(named: "staging")
    return (EnvironmentConnector(project: project, variables: [:]), profile)
  }

  @Test("Firestore has the user of its own environment's accounts if their tokens are valid")
  func tokens() async throws {
    let cases = [
      ("http://127.0.0.1:9/projects/demo/databases/(default)", "http://127.0.0.1:9/demo", true),
      ("http://127.0.0.1:9/projects/demo/databases/(default)", "embedded:main", true),
      ("http://127.0.0.1:9/projects/demo/databases/(default)", "demo", false),
      ("projects/demo/databases/(default)", "demo", true),
      ("projects/demo/databases/(default)", "other", false),
      ("projects/demo/databases/(default)", "http://127.0.0.1:9/demo", false),
    ]
    for (firestore, accounts, isUser) in cases {
      let (connector, profile) = try Self.open(firestore, accounts: accounts)
      let user = connector.connections(of: profile).user
      let manager = AuthManager(accounts: InMemoryAccountStore())
      try await manager.auth.signInAnonymously()
      connector.authenticate(profile, as: manager.auth)
      manager.use(accounts: InMemoryAccountStore(), environment: "other")
      let token = try await user.token(refusing: nil)
      #expect((token != nil) == isUser, "\(firestore), \(accounts)")
    }
  }

  @Test(
    "Each service uses the user only if it accepts the tokens",
    arguments: [
      ("http://127.0.0.1:9", "http://127.0.0.1:9/demo", true),
      ("http://127.0.0.1:9", "demo", false), ("firebase", "demo", true),
      ("firebase", "http://127.0.0.1:9/demo", false),
    ]
  )
  func services(place: String, accounts: String, isUser: Bool) throws {
    let (database, bucket) =
      place == "firebase"
      ? ("https://demo-shops.firebaseio.com", "gs://demo.appspot.com")
      : ("\(place)?ns=demo", "\(place)/demo")
    var files = InMemoryFiles()
    files.write(
      "databases: { shops: \(database) }\nbuckets: { images: \(bucket) }\naccounts: \(accounts)\n",
      to: "/demo/environments/staging.yaml"
    )
    let project = Project(root: "/demo", files: files)
    let profile = try EnvironmentProfiles.load(from: project, variables: [:])
      .profile(named: "staging")
    let connector = EnvironmentConnector(project: project, variables: [:])
    let stores = try connector.asUser(try connector.stores(of: profile), of: profile)
    let shops = try #require(
      try stores.store(.databases, named: "shops") as? RealtimeDatabaseClient
    )
    #expect((shops.client.connection.user != nil) == isUser)
    let images = try stores.store(.buckets, named: "images")
    #expect(images is CloudStorageBucket != isUser)
  }

  @Test(
    "A service in another project than the accounts does not use the user",
    arguments: [
      ("project: demo", "shops", false), ("project: other", "shops", true), ("", "shops", true),
      ("firestore: projects/demo/databases/(default)", "shops", false),
      // The Firebase console suggests such names.
      ("project: demo", "other-shops", true), ("project: demo", "demo-shops", false),
    ]
  )
  func projects(setting: String, database: String, isUser: Bool) throws {
    var files = InMemoryFiles()
    files.write(
      "\(setting)\ndatabases: { shops: https://\(database).firebaseio.com }\naccounts: other\n",
      to: "/demo/environments/staging.yaml"
    )
    let project = Project(root: "/demo", files: files)
    let profile = try EnvironmentProfiles.load(from: project, variables: [:])
      .profile(named: "staging")
    let connector = EnvironmentConnector(project: project, variables: [:])
    let stores = try connector.asUser(try connector.stores(of: profile), of: profile)
    let shops = try #require(
      try stores.store(.databases, named: "shops") as? RealtimeDatabaseClient
    )
    #expect((shops.client.connection.user != nil) == isUser)
  }

  @Test("Token errors are reported as store errors")
  func failures() throws {
    #expect(StoreError(AuthError(.nullUser, "sign in again")) == nil)
    #expect(
      StoreError(AuthError(.networkError, "no connection"))
        == StoreError(.unreachable, service: "accounts", "no connection")
    )
    #expect(
      StoreError(AuthError(.tooManyRequests, "try again later"))
        == StoreError(.rateLimited, service: "accounts", "try again later")
    )
    #expect(
      StoreError(AuthError(.userTokenExpired, "the token has ended"))
        == StoreError(.notAuthorized, service: "accounts", "no access: the token has ended")
    )
  }

  @Test("The stream of users ends with the last reference to the accounts")
  func streams() async throws {
    var manager: AuthManager? = AuthManager(accounts: InMemoryAccountStore())
    let changes = try #require(manager?.auth.stateChanges)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    manager = nil
    #expect(await iterator.next() == nil)
  }
}
