import SystemPackage
import Testing

@testable import TaneProject

@Suite("Paths within folders")
struct FilePathFoldersTests {
  @Test(
    "are told byte by byte, at the borders of names",
    arguments: [
      ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false),
      ("/a/b", "/", true), ("a/b", "a", true), ("a", "", true), ("/店", "/店/", true),
      // One letter, and a letter with its mark: two folders to Linux.
      ("/caf\u{E9}/x", "/cafe\u{301}", false),
    ]
  )
  func folders(path: String, folder: String, isWithin: Bool) {
    let (path, folder) = (FilePath(path), FilePath(folder))
    #expect(path.isWithin(folder) == isWithin)
    #expect(path.starts(with: folder) == isWithin)
  }

  @Test("names that are not UTF-8 are told apart")
  func bytes() {
    let (first, second): ([CChar], [CChar]) = ([47, -1, 0], [47, -2, 0])
    #expect(!FilePath(platformString: first).isWithin(FilePath(platformString: second)))
  }
}
