import SystemPackage
import Testing

@testable import TaneProject

@Suite("Paths inside folders")
struct FilePathFoldersTests {
  @Test(
    "A path is inside a folder only at a component boundary",
    arguments: [
      ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false),
      ("/a/b", "/", true), ("a/b", "a", true), ("a", "", true), ("/店", "/店/", true),
      // One character, and a letter with a combining mark: two different folders on Linux.
      ("/caf\u{E9}/x", "/cafe\u{301}", false),
    ]
  )
  func folders(path: String, folder: String, isWithin: Bool) {
    let (path, folder) = (FilePath(path), FilePath(folder))
    #expect(path.isWithin(folder) == isWithin)
    #expect(path.starts(with: folder) == isWithin)
  }

  @Test("Paths that are not UTF-8 are distinguished")
  func bytes() {
    let (first, second): ([CChar], [CChar]) = ([47, -1, 0], [47, -2, 0])
    #expect(!FilePath(platformString: first).isWithin(FilePath(platformString: second)))
  }
}
