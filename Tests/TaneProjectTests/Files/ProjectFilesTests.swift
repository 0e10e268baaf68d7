import TestSupport
import SystemPackage
import Testing

@testable import TaneProject

@Suite("Project files")
struct ProjectFilesTests {
  /// Runs a test with the same files on disk and in memory; both must return the same results.
  private func withBothPorts(_ body: (any ProjectFiles, FilePath) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let folder = try #require(try DiskFiles().canonicalPath(of: folder))
      try write("second", to: folder.appending("b/two.txt"))
      try write("", to: folder.appending("b/one.txt"))
      try makeFolder(folder.appending("b/deep"))
      try link(folder.appending("b/alias"), to: "two.txt")
      try link(folder.appending("b/nowhere"), to: "gone.txt")
      try link(folder.appending("b/circle"), to: "circle")
      try body(DiskFiles(), folder)
    }
    var files = InMemoryFiles()
    files.write("second", to: "/root/b/two.txt")
    files.write("", to: "/root/b/one.txt")
    files.makeFolder("/root/b/deep")
    files.link("/root/b/alias", to: "two.txt")
    files.link("/root/b/nowhere", to: "gone.txt")
    files.link("/root/b/circle", to: "circle")
    try body(files, "/root")
  }

  @Test("A folder lists its entries in byte order, with links as links")
  func entries() throws {
    try withBothPorts { (files, root) throws in
      let entries = try #require(try files.entries(of: root.appending("b")))
      #expect(
        entries.map(\.name)
          == ["alias", "circle", "deep", "nowhere", "one.txt", "two.txt"]
      )
      #expect(entries.map(\.kind) == [.link, .link, .folder, .link, .file, .file])
      #expect(try files.entries(of: root.appending("missing")) == nil)
      #expect(try files.entries(of: root.appending("b/two.txt")) == nil)
    }
  }

  @Test("File contents are read at once and in pieces")
  func bytes() throws {
    try withBothPorts { (files, root) throws in
      #expect(try files.bytes(of: root.appending("b/two.txt")) == Array("second".utf8))
      #expect(try files.bytes(of: root.appending("b/alias")) == Array("second".utf8))
      #expect(try files.bytes(of: root.appending("b/one.txt")) == [])
      #expect(try files.bytes(of: root.appending("b/gone.txt")) == nil)
      var bytes: [UInt8] = []
      let count = try files.readChunks(of: root.appending("b/two.txt")) { bytes += $0 }
      #expect(count == 6)
      #expect(bytes == Array("second".utf8))
    }
  }

  @Test("Links are resolved to their targets")
  func links() throws {
    try withBothPorts { (files, root) throws in
      #expect(try files.kind(of: root.appending("b/alias")) == .file)
      #expect(try files.kind(of: root.appending("b")) == .folder)
      #expect(try files.kind(of: root.appending("b/nowhere")) == nil)
      #expect(
        try files.canonicalPath(of: root.appending("b/deep/../alias"))
          == root.appending("b/two.txt")
      )
    }
  }

  @Test("File errors have readable reasons")
  func reasons() throws {
    try withBothPorts { (files, root) throws in
      #expect(throws: FileError("it is a folder")) { try files.bytes(of: root.appending("b")) }
      #expect(throws: FileError("its links are circular")) {
        try files.kind(of: root.appending("b/circle"))
      }
    }
    #expect(FileError(.permissionDenied).description == "permission denied")
  }

  @Test("Files larger than one piece are read completely")
  func largeFile() throws {
    try withTemporaryFolder { folder in
      let text = String(repeating: "0123456789abcdef", count: 40_000)
      try write(text, to: folder.appending("large"))
      #expect(try DiskFiles().bytes(of: folder.appending("large")) == Array(text.utf8))
      var pieces = 0
      let count = try DiskFiles().readChunks(of: folder.appending("large")) { _ in pieces += 1 }
      #expect(count == 640_000)
      #expect(pieces == 3)
    }
  }
}
