import Foundation
import HTTPTypes
import Synchronization
import TaneEmulator
import TaneFirebase
import TaneRuntime
import Testing

#if compiler(>=6.2) && !os(iOS)
@Suite("Users of named apps")
struct AppUserTests {
  /// A service that rejects all requests and records their tokens.
  private final class Recorder: EmulatorService {
    private let seen = Mutex<Set<String>>([])

    func respond(to request: EmulatorRequest) async -> EmulatorResponse {
      // The Realtime Database has the token of a user in the query.
      let query = request.head.path?.firstMatch(of: /[?&]auth=([^&]+)/)?.1
      let field = request.head.headerFields[.authorization]?.split(separator: " ").last
      _ = seen.withLock { $0.insert(String(query ?? field ?? "none")) }
      return .json("{}", status: .forbidden)
    }

    /// Returns the tokens in the requests of an action.
    func tokens(of action: () async throws -> Void) async -> Set<String> {
      seen.withLock { $0 = [] }
      try? await action()
      return seen.withLock { $0 }
    }

    /// Returns the token in a request to each service of an app, or of the default app.
    func tokens(for app: FirebaseApp?) async -> [Set<String>] {
      let database = app.map { Database.database(app: $0) } ?? .database()
      let storage = app.map { Storage.storage(app: $0) } ?? .storage()
      let firestore = app.map { Firestore.firestore(app: $0) } ?? .firestore()
      return await [
        tokens { _ = try await database.reference(withPath: "a").getData() },
        tokens { _ = try await storage.reference(withPath: "a").getMetadata() },
        tokens {
          let storage = storage.reference(withPath: "a").storage
          _ = try await storage.reference(forURL: "gs://images/b").getMetadata()
        },
        tokens { _ = try await firestore.document("a/b").getDocument() },
      ]
    }
  }

  /// Starts an app in a project whose services are served by a recorder, with embedded accounts.
  private static func start(with recorder: Recorder) async throws -> EmulatorServer {
    let server = try await EmulatorServer.start(
      ["database", "storage", "firestore"].map { EmulatorEndpoint($0, recorder, port: 0) },
      hosts: ["127.0.0.1"]
    )
    func origin(_ service: String) throws -> String {
      "http://\(try #require(server.address(of: service)))"
    }
    let root = FileManager.default.temporaryDirectory.appending(path: "tane-users-\(UUID())")
    let environments = root.appending(path: "environments")
    try FileManager.default.createDirectory(at: environments, withIntermediateDirectories: true)
    let profile = """
      databases: { shops: "\(try origin("database"))?ns=shops" }
      buckets: { images: "\(try origin("storage"))/images" }
      firestore: \(try origin("firestore"))/projects/demo/databases/(default)
      accounts: embedded:main
      """
    try Data(profile.utf8).write(to: environments.appending(path: "local.yaml"))
    try Data("buckets: { images: gs://images }".utf8)
      .write(to: environments.appending(path: "staging.yaml"))
    #expect(FileManager.default.changeCurrentDirectoryPath(root.path))
    unsetenv("TANE_ENV")
    return server
  }

  @Test("Each app's services send requests as the app's own user, also at emulators")
  func users() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let recorder = Recorder()
      let server = try await Self.start(with: recorder)
      let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
      FirebaseApp.configure(name: "admin", options: options)
      let admin = try #require(FirebaseApp.app(name: "admin"))
      // Emulators treat a request without a user like one of the owner.
      let nobody = Array(repeating: Set(["owner"]), count: 4)
      #expect(await recorder.tokens(for: admin) == nobody)
      try await Auth.auth().createUser(withEmail: "a@example.com", password: "secret7")
      #expect(await recorder.tokens(for: admin) == nobody)
      let auth = Auth.auth(app: admin)
      try await auth.createUser(withEmail: "b@example.com", password: "secret7")
      let token = try await Auth.auth().currentUser?.getIDToken()
      let own = try await auth.currentUser?.getIDToken()
      #expect(token != own)
      let main = Array(repeating: Set([token ?? ""]), count: 4)
      let other = Array(repeating: Set([own ?? ""]), count: 4)
      #expect(await recorder.tokens(for: nil) == main)
      #expect(await recorder.tokens(for: admin) == other)

      let address = try #require(server.address(of: "database"))
      let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
      Database.database(app: admin).useEmulator(withHost: "127.0.0.1", port: port)
      Firestore.firestore(app: admin).useEmulator(withHost: "127.0.0.1", port: port)
      #expect(await recorder.tokens(for: admin) == other)
      #expect(await recorder.tokens(for: nil) == main)
      try auth.signOut()
      #expect(await recorder.tokens(for: admin) == nobody)
      #expect(await recorder.tokens(for: nil) == main)
      await server.shutDown()
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }
}
#endif
