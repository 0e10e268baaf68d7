import Foundation
import TaneCore
import TaneFirebase
import TaneRuntime
import Testing

#if compiler(>=6.2) && !os(iOS)
/// Each test runs in its own process, because the entry points use the process's active
/// environment.
@Suite("Entry points of the SDK")
struct EntryPointTests {
  /// Copies the demo and changes to a folder inside it.
  private static func startInDemo() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "tane-entry-\(UUID())")
    try CopiedDemo.copy(to: root)
    let folder = root.appending(path: "App/Sources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(FileManager.default.changeCurrentDirectoryPath(folder.path))
    unsetenv("TANE_ENV")
  }

  @Test("A production URL refers to the database of that name in the active environment")
  func urls() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      try Self.startInDemo()
      FirebaseApp.configure()
      // An app with several scenes calls it again.
      FirebaseApp.configure()
      #expect(RealtimeDatabaseManager.shared.environment == "local")
      let url = "https://tane-demo-prd-shops.asia-southeast1.firebasedatabase.app"
      let shops = Database.database(url: url + "/").reference(withPath: "shops/0")
      try await shops.setValue(["name": "麺屋"])
      #expect(shops.databaseName == "shops")
      #expect(shops.url == "embedded:shops/shops/0")
      let name = Database.database().reference(fromURL: url + "/shops/0/name")
      #expect(try await name.getData().value as? String == "麺屋")
      await #expect(
        throws: FirebaseError(
          .unknownDatabase,
          "environment \"local\" has 2 databases (shops, users); specify one, such as "
            + "shopsReference, or write \"default: true\" for one in the profile"
        )
      ) { try await Database.database().reference().getData() }
      await #expect(
        throws: FirebaseError(
          .unknownDatabase,
          "no database at \"https://other.firebaseio.com\": no profile contains this URL; add it to the"
            + " profile of its environment (databases of \"local\": shops, users)"
        )
      ) { try await Database.database(url: "https://other.firebaseio.com").reference().getData() }
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  @Test("The default database and bucket of a profile need no name or URL")
  func defaults() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      try Self.startInDemo()
      let profile = """
        extends: local
        databases: { users: { default: true } }
        buckets: { files: embedded:files, images: { default: true } }
        """
      try Data(profile.utf8).write(to: URL(filePath: "../../environments/two.yaml"))
      setenv("TANE_ENV", "two", 1)
      FirebaseApp.configure()
      #expect(Database.database().reference().databaseName == "users")
      #expect(Storage.storage().reference().bucket == "images")
      try await Database.database().reference(withPath: "a").setValue(1)
      let users = RealtimeDatabaseManager.shared.usersReference
      #expect(try await users.child("a").getData().value as? Int == 1)
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  @Test("A bucket is found by its URL, by a download URL or as the only bucket")
  func buckets() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      try Self.startInDemo()
      FirebaseApp.configure()
      let path = "user_shop_images/1000001/a b.jpg"
      let image = Storage.storage().reference().child(path)
      _ = try await image.putDataAsync(Data([1]))
      let bucket = "tane-demo-prd.appspot.com"
      let urls = [
        "gs://\(bucket)/\(path)",
        "https://firebasestorage.googleapis.com/v0/b/\(bucket)/o/user_shop_images%2F1000001%2Fa%20b.jpg?alt=media",
      ]
      for url in urls { #expect(Storage.storage().reference(forURL: url) == image) }
      let other = Storage.storage(url: "gs://\(bucket)").reference(withPath: path)
      #expect(try await other.data(maxSize: 1) == Data([1]))
      let copy = try await image.downloadURL()
      #expect(try Data(contentsOf: copy) == Data([1]))
      #expect(try await image.downloadURL() == copy)
      #expect(throws: FirebaseError.self) {
        try Storage.storage().reference(for: #require(URL(string: "gs://another/a")))
      }
      try await Firestore.firestore().document("posts/1").setData(["text": "a"])
      try await Auth.auth().createUser(withEmail: "a@example.com", password: "secret7")
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  @Test("Remote Config has the values of the active environment's fixtures")
  func remoteConfig() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let root = FileManager.default.temporaryDirectory.appending(path: "tane-config-\(UUID())")
      try CopiedDemo.copy(to: root)
      let fixture = root.appending(path: "fixtures/base/remote-config.yaml")
      try Data("parameters: { greeting: こんにちは, page_size: 20, colors: [red] }\n".utf8)
        .write(to: fixture)
      try await CopiedDemo.seed(in: root)
      let config = RemoteConfig.remoteConfig()
      #expect(try await config.fetchAndActivate() == .successFetchedFromRemote)
      #expect(config["greeting"].stringValue == "こんにちは")
      #expect(config["page_size"].numberValue == 20)
      #expect(config["colors"].jsonValue as? [String] == ["red"])
      #expect(config.environment == "local")
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  @Test("All apps use the active environment, each with its own signed-in user")
  func apps() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      try Self.startInDemo()
      #expect(FirebaseApp.allApps == nil && FirebaseApp.app() == nil)
      let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
      options.projectID = "other"
      FirebaseApp.configure(name: "admin", options: options)
      let admin = try #require(FirebaseApp.app(name: "admin"))
      let main = try #require(FirebaseApp.app())
      #expect(Set(FirebaseApp.allApps?.keys ?? [:].keys) == ["__FIRAPP_DEFAULT", "admin"])
      #expect(admin.options.projectID == "other" && main.options.projectID == nil)
      FirebaseApp.configure()
      #expect(FirebaseApp.app() === main)
      let auth = Auth.auth(app: admin)
      let (email, password) = ("new@example.com", "secret7")
      let user = try await auth.createUser(withEmail: email, password: password).user
      #expect(auth.currentUser?.uid == user.uid && Auth.auth().currentUser == nil)
      #expect(auth === Auth.auth(app: admin) && auth.app === admin && Auth.auth().app === main)
      #expect(
        try await Auth.auth().signIn(withEmail: email, password: password).user.uid == user.uid
      )
      let post = Firestore.firestore(app: admin).document("posts/1")
      try await post.setData(["text": "a"])
      #expect(
        try await Firestore.firestore().document("posts/1").getDocument()["text"] as? String == "a"
      )
      #expect(await main.delete())
      #expect(FirebaseApp.app() == nil && Array(FirebaseApp.allApps?.keys ?? [:].keys) == ["admin"])
      FirebaseApp.configure(options: options)
      #expect(FirebaseApp.app()?.options.projectID == "other")
      #expect(FirebaseApp.app() === Firestore.firestore().app)
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  @Test("The process ends with a reason if no environment can be activated")
  func noEnvironment() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let folder = FileManager.default.temporaryDirectory.appending(path: "tane-none-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      _ = FileManager.default.changeCurrentDirectoryPath(folder.path)
      unsetenv("TANE_ENV")
      FirebaseApp.configure()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "FirebaseApp.configure(): no environment \"local\" in environments/ (known: none)"
      )
    )
  }
}
#endif
