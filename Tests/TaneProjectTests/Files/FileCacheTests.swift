import Foundation
import SystemPackage
import TaneCore
import TaneFormats
import Testing

@testable import TaneProject

@Suite("Files that were read before")
struct FileCacheTests {
  @Test("A file is read again only after it has changed")
  func unchanged() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending("a.yaml")
      let read = FileCache()
      var count = 0
      func tree(as format: TreeFormat = .yaml) throws -> Tree? {
        try read.tree(of: file, named: "a.yaml", as: format, keeping: []) { () throws(FileError) in
          count += 1
          return try DiskFiles().readTree(of: file, named: "a.yaml", as: format)
        }?.tree
      }
      #expect(try (tree(), count) == (nil, 1))
      try write("[1]", to: file)
      #expect(try (tree(), count) == (Tree([1]), 2))
      #expect(try (tree(), count) == (Tree([1]), 2))
      #expect(try (tree(as: .json), count) == (Tree([1]), 3))
      try write("[1, 2]", to: file)
      #expect(try (tree(), count) == (Tree([1, 2]), 4))
    }
  }

  @Test("The digest of a changed or removed file is not the digest of the earlier file")
  func digests() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending("a.txt")
      let project = Project(root: folder, files: DiskFiles(after: FileCache()))
      #expect(try project.digest(of: "a.txt") == nil)
      for text in ["one", "other"] {
        try write(text, to: file)
        let digest = try Project(root: folder).digest(of: "a.txt")
        #expect(try (project.digest(of: "a.txt"), digest?.size) == (digest, text.utf8.count))
        #expect(try project.digest(of: "a.txt") == digest)
      }
      try file.remove()
      #expect(try project.digest(of: "a.txt") == nil)
    }
  }
}

extension FilePath {
  fileprivate func remove() throws { try FileManager.default.removeItem(atPath: string) }
}
