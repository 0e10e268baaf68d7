import Foundation
import HTTPTypes
import Synchronization
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneKit
import TaneProject
import Testing

@testable import TaneEmulator

@Suite("Emulated environments")
final class EmulateOperationTests {
  private let root = FileManager.default.temporaryDirectory
    .appending(path: "tane-emulate-\(UUID())").resolvingSymlinksInPath()
  private let notes = Notes()

  init() throws {
    try write("databases: { shops: \"embedded:shops\" }\n", to: "environments/local.yaml")
    try write("name: 麺屋\nseats: 8\n", to: "fixtures/base/databases/shops/a.yaml")
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func write(_ text: String, to path: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  private func emulate(
    _ configure: (inout EmulateOptions) -> Void
  ) async throws -> PreparedEmulator {
    var options = EmulateOptions(version: "1.0.0")
    for name in ServiceRegistry.emulators.map(\.name) + ["hub"] { options.ports[name] = 0 }
    options.isInMemory = true
    configure(&options)
    return try await Project.open(at: root.path).environment("local", variables: [:])
      .emulate(options, notes)
  }

  @Test("An environment is served with its fixtures, and exported at the end")
  func served() async throws {
    let export = root.appending(path: "export")
    let served = try await emulate {
      $0.seeds = true
      $0.exportFolder = FilePath(export.path)
    }.serve()
    let database = try #require(served.services.first)
    #expect((database.name, database.names) == ("database", ["shops"]))
    #expect(database.address != nil)
    #expect(served.variables.map(\.name).contains("FIREBASE_EMULATOR_HUB"))
    #expect(try await served.end() == FilePath(export.path))
    let data = try Data(contentsOf: export.appending(path: "database_export/shops.json"))
    #expect(String(decoding: data, as: UTF8.self) == #"{"a":{"name":"麺屋","seats":8}}"#)
    #expect(notes.texts == ["seeded 2 values"])
  }

  @Test("An environment is served with an earlier export")
  func imported() async throws {
    let export = root.appending(path: "export")
    _ = try await emulate {
      $0.seeds = true
      $0.exportFolder = FilePath(export.path)
    }.serve().end()
    let emulator = try await emulate { $0.importFolder = FilePath(export.path) }
    #expect(emulator.imported?.importedItems.first == "1 database")
    #expect(emulator.imported?.warnings == [])
    let stored = try await emulator.source.embedded.database("shops").tree(at: "/a/seats")
    #expect(stored.integer == 8)
  }

  private static let appSettings = """
    <plist version="1.0"><dict>
    <key>PROJECT_ID</key><string>my-app-dev</string>
    <key>DATABASE_URL</key><string>https://my-app-dev-default-rtdb.firebaseio.com</string>
    <key>STORAGE_BUCKET</key><string>my-app-dev.appspot.com</string>
    </dict></plist>
    """

  @Test(
    "An app finds a local environment's data under the names of its own projects",
    arguments: [
      ["embedded:shops", "embedded:main", "embedded:images"],
      [
        "http://127.0.0.1:9000?ns=shops",
        "http://127.0.0.1:8080/projects/demo-local/databases/(default)",
        "http://127.0.0.1:9199/images",
      ],
    ]
  )
  func appNames(places: [String]) async throws {
    try write(Self.appSettings, to: "App/GoogleService-Info.plist")
    try write(
      """
      guard: open
      databases: { shops: "\(places[0])" }
      firestore: "\(places[1])"
      buckets: { images: "\(places[2])" }
      """,
      to: "environments/local.yaml"
    )
    try write(
      "project: my-app-stg\ndatabases: { shops: https://stg-shops.firebaseio.com }\n",
      to: "environments/staging.yaml"
    )
    try write("n: 1\n", to: "fixtures/base/firestore/c/d.yaml")
    try write("text", to: "fixtures/base/buckets/images/a.txt")
    let emulator = try await emulate { $0.seeds = true }
    func get(_ kind: ServiceKind, _ target: String) async throws -> String {
      let bytes = try await #require(emulator.services[kind]).bytes(.get, target)
      return String(decoding: bytes, as: UTF8.self)
    }
    for name in ["shops", "stg-shops", "my-app-dev-default-rtdb", "my-app-stg-default-rtdb"] {
      #expect(try await get(.databases, "/a/seats.json?ns=\(name)") == "8")
    }
    for project in ["demo-local", "my-app-dev", "my-app-stg"] {
      let target = "/v1/projects/\(project)/databases/(default)/documents/c/d"
      #expect(try await get(.firestore, target).contains("integerValue"))
    }
    let object = try await get(.buckets, "/v0/b/my-app-dev.appspot.com/o/a.txt?alt=media")
    #expect(object == "text")
    #expect(try await get(.databases, "/.json?ns=other") == "null")
    _ = try? await get(.firestore, "/v1/projects/other/databases/(default)/documents/c/d")
    #expect(
      notes.texts.dropFirst() == [
        "note: a client uses the Realtime Database \"other\", which is not part of local; its data "
          + "is stored separately",
        "note: a client uses the project \"other\", which is not part of local; its data is stored "
          + "separately",
      ]
    )
  }

  @Test("An environment's own names and names that a profile states are never guessed")
  func statedNames() throws {
    try write(
      "databases: { main: { url: embedded:main, default: true }, users: embedded:users }\n",
      to: "environments/local.yaml"
    )
    try write(
      """
      project: my-app
      databases:
        main: https://shops-eu.firebaseio.com
        users: https://my-app-default-rtdb.firebaseio.com
      """,
      to: "environments/staging.yaml"
    )
    try write("databases: { users: \"embedded:main\" }\n", to: "environments/demo.yaml")
    let project = try Project.open(at: root.path)
    let profiles = EnvironmentProfiles.load(from: project, variables: [:]).profiles
    let local = try #require(profiles.first { $0.name == "local" })
    let names = ServiceAliases(of: local, besides: profiles.filter { $0.name != "local" }, [])
    let found = ["main", "users", "shops-eu", "my-app-default-rtdb", "demo-local-default-rtdb"]
      .map { names.name($0, of: .databases) }
    #expect(found == ["main", "users", "main", "users", "main"])
  }

  @Test("An export with two databases that are one in the environment is rejected")
  func mergedDatabases() async throws {
    let export = root.appending(path: "export")
    _ = try await emulate {
      $0.seeds = true
      $0.exportFolder = FilePath(export.path)
    }.serve().end()
    try write("{}", to: "export/database_export/my-app-dev-default-rtdb.json")
    try write(Self.appSettings, to: "App/GoogleService-Info.plist")
    let failure = await #expect(throws: OperationFailure.self) {
      try await self.emulate { $0.importFolder = FilePath(export.path) }
    }
    #expect(
      failure?.message
        == "the export has data of my-app-dev-default-rtdb, shops, which would all be imported "
        + "into \"shops\"; remove all but one of them from the export"
    )
  }
}

/// A reporter that records notes.
private final class Notes: OperationReporter {
  private let recorded = Mutex<[String]>([])
  var texts: [String] { recorded.withLock(\.self) }

  func note(_ text: String) { recorded.withLock { $0.append(text) } }
  func progress(_ progress: RunProgress, isAnnounced: Bool) {}
  func endProgress() {}
  func report(_ findings: [Diagnostic]) {}
  func report(summaryOf findings: [Diagnostic]) {}
}
