import Foundation
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
    #expect(emulator.imported?.taken.first == "1 database")
    #expect(emulator.imported?.warnings == [])
    let stored = try await emulator.source.embedded.database("shops").tree(at: "/a/seats")
    #expect(stored.integer == 8)
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
