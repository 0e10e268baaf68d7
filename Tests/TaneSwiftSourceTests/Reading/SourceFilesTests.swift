import TestSupport
import SystemPackage
import TaneCore
import TaneProject
import TaneSwiftSource
import Testing

@Suite("Sources of a project")
struct SourceFilesTests {
  @Test("Sources are the files that mappings include and do not exclude, each once")
  func choosing() {
    var files = InMemoryFiles()
    for path in [
      "/app/Models/Shop.swift", "/app/Models/Deep/Kind.swift", "/app/Models/notes.txt",
      "/app/Models/.build/Hidden.swift", "/app/Models/Generated/Code.swift", "/app/One.swift",
      "/app/Two.swift",
    ] as [FilePath] {
      files.write(path.string, to: path)
    }
    files.write([0xFF, 0xFE, 0x41, 0], to: "/app/Models/Wide.swift")
    files.deny("/app/Models/Secret.swift", "permission denied")
    var mappings = Mappings()
    mappings.sources = ["Models", "One.swift", "Models/Deep", "Gone.swift"].map { .init(path: $0) }
    mappings.excluded = [.init(path: "Models/Generated")]
    let sources = SourceFiles(of: mappings, in: Project(root: "/app", files: files))
    #expect(
      sources.files.map(\.name) == ["Models/Deep/Kind.swift", "Models/Shop.swift", "One.swift"]
    )
    #expect(sources.files.map(\.bytes) == sources.files.map { Array("/app/\($0.name)".utf8) })
    #expect(
      sources.diagnostics.map(\.description) == [
        """
        Models/Secret.swift: error: this Swift source cannot be read: permission denied \
        [unreadable-file]
        """,
        """
        Models/Wide.swift: error: this Swift source is encoded in UTF-16; save it in UTF-8 \
        [unreadable-file]
        """,
      ]
    )
  }
}
