import Foundation
import SystemPackage
import TaneProject
import Testing

@Suite("File signatures")
final class FileSignaturesTests {
  private let root: URL
  private let places: FileSignatures.WatchedPaths

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "tane-signatures-\(UUID())")
    for folder in ["environments", "fixtures/base", "Sources/Old", "other"] {
      try FileManager.default.createDirectory(
        at: root.appending(path: folder),
        withIntermediateDirectories: true
      )
    }
    try Data("sources: [Sources]\nexclude: [Sources/Old]\n".utf8)
      .write(to: root.appending(path: "fixtures/mappings.yaml"))
    let project = try #require(Project.locate(from: FilePath(root.path)))
    places = FileSignatures.WatchedPaths(of: project, Mappings.load(from: project))
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func write(_ text: String, to path: String, atomically: Bool = false) throws {
    try Data(text.utf8)
      .write(to: root.appending(path: path), options: atomically ? .atomic : [])
  }

  /// Returns the paths that change while `body` runs.
  private func changes(during body: () throws -> Void) rethrows -> [String] {
    let before = FileSignatures(of: places)
    try body()
    let after = FileSignatures(of: places)
    #expect((before == after) == after.changes(since: before).isEmpty)
    let root = self.root.path + "/"
    return after.changes(since: before).map { $0.string.replacing(root, with: "") }
  }

  @Test("File signatures detect added, written, renamed, moved and removed files")
  func files() throws {
    let file = "fixtures/base/a.yaml"
    #expect(try changes { try write("a: 1", to: file) } == [file])
    #expect(try changes { try write("a: 2", to: file, atomically: true) } == [file])
    #expect(try changes { try write("a: 22", to: file) } == [file])
    #expect(changes {} == [])
    #expect(
      try changes {
        try FileManager.default.moveItem(
          at: root.appending(path: file),
          to: root.appending(path: "environments/b.yaml")
        )
      } == ["environments/b.yaml", file]
    )
    let gone = try changes {
      try FileManager.default.removeItem(at: root.appending(path: "environments/b.yaml"))
    }
    #expect(gone == ["environments/b.yaml"])
  }

  @Test("File signatures detect added and removed folders and survive link cycles")
  func folders() throws {
    let folder = root.appending(path: "fixtures/base/databases/shops")
    let added = try changes {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write("a: 1", to: "fixtures/base/databases/shops/a.yaml")
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "loop"),
        withDestinationURL: root.appending(path: "fixtures")
      )
    }
    #expect(added.contains("fixtures/base/databases/shops/a.yaml"))
    let removed = try changes { try FileManager.default.removeItem(at: folder) }
    #expect(removed.contains("fixtures/base/databases/shops/a.yaml"))
  }

  @Test("File signatures cover mapped Swift sources and ignore temporary and other files")
  func others() throws {
    let none = try changes {
      try write("x", to: "fixtures/base/.a.yaml.swp")
      try write("x", to: "fixtures/base/a.yaml~")
      try write("x", to: "Sources/readme.md")
      try write("x", to: "Sources/Old/a.swift")
      try write("x", to: "other/a.swift")
    }
    #expect(none == [])
    #expect(try changes { try write("x", to: "Sources/a.swift") } == ["Sources/a.swift"])
  }
}
