import Foundation
import TaneFirebase
import Testing

@Suite("Named apps")
struct FirebaseAppTests {
  /// A unique name, because all tests of the process share its apps.
  private let name = "app-\(UUID())"

  private func register(project: String?) throws -> FirebaseApp {
    let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
    options.projectID = project
    FirebaseApp.register(name: name, options: options)
    return try #require(FirebaseApp.app(name: name))
  }

  @Test("An app keeps its options until it is configured with others or deleted")
  func registration() async throws {
    #expect(FirebaseApp.app(name: name) == nil)
    let app = try register(project: "one")
    #expect(try register(project: "one") === app)
    app.options.projectID = "changed"
    #expect(app.options.projectID == "one" && app.name == name)
    #expect(FirebaseApp.allApps?[name] === app)
    let other = try register(project: "two")
    #expect(other !== app && other.options.projectID == "two")
    #expect(await app.delete() == false)
    let deleted = await withCheckedContinuation { done in
      other.delete { done.resume(returning: "\($0) \(MainQueueMark.isHere)") }
    }
    #expect(deleted == "true true")
    #expect(FirebaseApp.app(name: name) == nil)
    #expect(await other.delete() == false)
  }

  @Test("Services of an app refer to it and are kept for it")
  func services() async throws {
    let app = try register(project: nil)
    #expect(Auth.auth(app: app) === Auth.auth(app: app) && Auth.auth(app: app) !== Auth.auth())
    #expect(Auth.auth(app: app).app === app && Firestore.firestore(app: app).app === app)
    #expect(Firestore.firestore(app: app) === Firestore.firestore(app: app))
    #expect(RemoteConfig.remoteConfig(app: app) === RemoteConfig.remoteConfig(app: app))
    #expect(RemoteConfig.remoteConfig(app: app) !== RemoteConfig.remoteConfig())
    #expect(Database.database(app: app).app === app && Storage.storage(app: app).app === app)
    #expect(Database.database(app: app).reference() == Database.database().reference())
    let old = Firestore.firestore(app: app)
    try await old.terminate()
    #expect(Firestore.firestore(app: app) !== old)
    let replaced = try register(project: "other")
    #expect(Auth.auth(app: replaced) !== Auth.auth(app: app))
    await replaced.delete()
  }
}
