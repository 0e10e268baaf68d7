import Foundation
import SystemPackage
import TaneCore
import TaneSeeding
import Testing

@testable import TaneProject

@Suite("Fixture files written by Tane")
struct FixtureFileWriterTests {
  private let root = FilePath(
    FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "tane-files-\(UUID())").path
  )
  private let path = FilePath("fixtures/base/databases/shops.yaml")

  private func file(
    _ text: String,
    before: String?,
    at path: FilePath? = nil
  ) -> FixtureUpdate.File {
    FixtureUpdate.File(
      path: path ?? self.path,
      content: .text(Array(text.utf8)),
      changeCount: 1,
      before: before.map {
        BlobDigest(size: $0.utf8.count, crc32c: CRC32C.checksum(of: Array($0.utf8)))
      },
      isRewritten: false,
      lostCommentCount: 0,
      root: nil
    )
  }

  private func put(_ text: String, at path: FilePath) throws {
    let path = root.pushing(path)
    try FileManager.default.createDirectory(
      atPath: path.removingLastComponent().string,
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: URL(filePath: path.string))
  }

  private func text() throws -> String {
    try String(contentsOfFile: root.pushing(path).string, encoding: .utf8)
  }

  private func write(
    _ file: FixtureUpdate.File,
    meanwhile: () throws -> Void = {}
  ) async throws {
    try await FixtureFileWriter(project: Project(root: root)).write(
      [file],
      bytes: { _ in [] },
      accepting: { _ in try meanwhile() }
    )
  }

  @Test(
    "A fixture file that somebody edits or creates meanwhile is not overwritten",
    arguments: ["a: 1\n", nil] as [String?]
  )
  func changedMeanwhile(before: String?) async throws {
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    try put(before ?? "", at: before == nil ? "README.md" : path)
    let error = await #expect(throws: FileError.self) {
      try await write(file("a: 2\n", before: before)) { try put("a: mine\n", at: path) }
    }
    #expect(
      error?.reason == "\(path) has changed since it was read; nothing was written"
    )
    #expect(try text() == "a: mine\n")
    let folder = root.pushing(path).removingLastComponent().string
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shops.yaml"])
  }

  /// Creates the files of a process that was killed before it moved its only draft into place.
  private func leave(_ text: String, inPlaceOf before: String, as process: Int32) throws {
    func digest(_ text: String) -> String {
      #"{"size":\#(text.utf8.count),"crc32c":\#(CRC32C.checksum(of: Array(text.utf8)))}"#
    }
    let draft = path.removingLastComponent().appending(".tane-\(process)-\(UUID())")
    try put(text, at: draft)
    try put(
      #"""
      {"entries":[{"path":"\#(path)","before":\#(digest(before)),"draft":"\#(draft)",\#
      "after":\#(digest(text))}]}
      """#,
      at: FilePath(".tane/pulls/\(process).json")
    )
  }

  private func names() throws -> [String] {
    let folder = root.pushing(path).removingLastComponent().string
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test("An interrupted pull is completed even if its process id is in use again")
  func recycledNumber() async throws {
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    let project = Project(root: root)
    for process in [getpid(), getppid(), .max] {
      try put("a: 1\n", at: path)
      try put("a: lost\n", at: path.removingLastComponent().appending(".tane-\(process)-\(UUID())"))
      try leave("a: 2\n", inPlaceOf: "a: 1\n", as: process)
      #expect(try FixtureJournal.completeInterrupted(in: project) == 1)
      #expect(try text() == "a: 2\n")
      #expect(try names() == ["shops.yaml"])
      #expect(try FixtureJournal.completeInterrupted(in: project) == 0)
    }
  }

  @Test("Only one process at a time writes or completes fixtures")
  func writtenElsewhere() async throws {
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    try put("a: 1\n", at: path)
    let project = Project(root: root)
    try await FixtureFileWriter(project: project).write(
      [],
      bytes: { _ in [] },
      accepting: { _ in
        // The process may run on another machine or in another container, so its ID does not prove
        // anything.
        try leave("a: 2\n", inPlaceOf: "a: 1\n", as: .max)
        #expect(try FixtureJournal.completeInterrupted(in: project) == 0)
        #expect(try names().count == 2)
        let error = await #expect(throws: EnvironmentInUse.self) {
          try await FixtureFileWriter(project: project).write(
            [],
            bytes: { _ in [] },
            for: .format,
            timeout: .zero
          )
        }
        #expect(
          error?.description.hasPrefix(
            "fixtures/ is in use by tane pull (process \(getpid()), since "
          )
            == true
        )
        #expect(try text() == "a: 1\n")
      }
    )
    #expect(try FixtureJournal.completeInterrupted(in: project) == 1)
    #expect(try text() == "a: 2\n")
  }

  // Other systems allow no longer paths.
  #if os(Linux)
  @Test("A file with a path of more than 1,024 bytes is replaced, and no other file remains")
  func longPath() async throws {
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    let name = String(repeating: "x", count: 180)
    let folder = (0..<6).reduce(FilePath("fixtures/base/firestore/c")) { folder, _ in
      folder.appending(name)
    }
    let path = folder.appending("\(name).yaml")
    try put("a: 1\n", at: path)
    try await write(file("a: 2\n", before: "a: 1\n", at: path))
    #expect(try DiskFiles().bytes(of: root.pushing(path)) == Array("a: 2\n".utf8))
    let names = FileManager.default.enumerator(atPath: root.pushing("fixtures").string)
    #expect(names?.allObjects.count == 10)
  }
  #endif

  @Test("A link stays a link, and its target is replaced once")
  func links() async throws {
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    try put("a: 1\n", at: "shared/x.yaml")
    try put("", at: path.removingLastComponent().appending("other.yaml"))
    let second = path.removingLastComponent().appending("second.yaml")
    for link in [path, second] {
      try FileManager.default.createSymbolicLink(
        atPath: root.pushing(link).string,
        withDestinationPath: "../../../shared/x.yaml"
      )
    }
    let files = [file("a: 2\n", before: "a: 1\n"), file("a: 2\n", before: "a: 1\n", at: second)]
    try await FixtureFileWriter(project: Project(root: root)).write(
      files,
      bytes: { _ in [] },
      accepting: { (project: Project) throws in
        for file in files {
          #expect(try project.files.bytes(of: project.absolute(file.path)) == Array("a: 2\n".utf8))
        }
        #expect(try text() == "a: 1\n")
      }
    )
    #expect(try text() == "a: 2\n")
    for link in [path, second] {
      let target = try FileManager.default.destinationOfSymbolicLink(
        atPath: root.pushing(link).string
      )
      #expect(target == "../../../shared/x.yaml")
    }
    #expect(try names() == ["other.yaml", "second.yaml", "shops.yaml"])
    let shared = root.appending("shared").string
    #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == ["x.yaml"])
  }

  @Test("A file that cannot be written is named with the next step")
  func unwritable() async throws {
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    try put("a file", at: path.removingLastComponent())
    let error = await #expect(throws: FileError.self) {
      try await write(file("a: 1\n", before: nil))
    }
    #expect(
      error?.reason == "\(path) cannot be written: part of its path is a file, not a folder; check "
        + "the folder and its permissions; nothing was written"
    )
  }

  @Test("A fixture file keeps its permissions, and a new one has the default permissions")
  func permissions() async throws {
    defer { try? FileManager.default.removeItem(atPath: root.string) }
    try put("", at: "README.md")
    try await write(file("a: 1\n", before: nil))
    #expect(try text() == "a: 1\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600],
      ofItemAtPath: root.pushing(path).string
    )
    try await write(file("a: 2\n", before: "a: 1\n"))
    #expect(try text() == "a: 2\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: root.pushing(path).string)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("No files are written to a set that links outside the project")
  func linkedSet() async throws {
    let outside = FilePath(root.string + "-outside")
    defer {
      try? FileManager.default.removeItem(atPath: root.string)
      try? FileManager.default.removeItem(atPath: outside.string)
    }
    try FileManager.default.createDirectory(
      atPath: outside.string,
      withIntermediateDirectories: true
    )
    try put("", at: "fixtures/README.md")
    try FileManager.default.createSymbolicLink(
      atPath: root.pushing("fixtures/base").string,
      withDestinationPath: outside.string
    )
    let error = await #expect(throws: FileError.self) {
      try await write(file("a: 1\n", before: nil))
    }
    #expect(
      error?.reason == "\(path) passes through a link to \(outside), outside the project"
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.string) == [])
  }
}
