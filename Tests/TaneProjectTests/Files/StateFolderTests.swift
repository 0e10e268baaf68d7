import Foundation
import SystemPackage
import TaneProject
import Testing

@Suite("The folder of local state")
struct StateFolderTests {
  private func permissions(_ path: FilePath) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  @Test("The state folder is private to its owner and ignored by Git")
  func make() throws {
    try withTemporaryFolder { folder in
      let state = folder.appending(".tane")
      let file = state.appending("journals").appending("local.json")
      try StateFolder.make(above: file)
      #expect(try permissions(state) == 0o700)
      #expect(try permissions(state.appending("journals")) == 0o700)
      let ignored = state.appending(".gitignore")
      #expect(try String(contentsOfFile: ignored.string, encoding: .utf8) == "*\n")
      #expect(try permissions(ignored) == 0o600)
    }
  }

  @Test("The permissions of a state folder are narrowed, and its .gitignore is kept")
  func narrow() throws {
    try withTemporaryFolder { folder in
      let state = folder.appending(".tane")
      let journals = state.appending("journals")
      try makeFolder(journals)
      for path in [state, journals] {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755],
          ofItemAtPath: path.string
        )
      }
      let ignored = state.appending(".gitignore")
      try Data("*.sqlite\n".utf8).write(to: URL(filePath: ignored.string))
      let file = journals.appending("local.json")
      try StateFolder.make(above: file)
      #expect(try permissions(state) == 0o700)
      #expect(try permissions(journals) == 0o700)
      #expect(try String(contentsOfFile: ignored.string, encoding: .utf8) == "*.sqlite\n")
      try Data("{}".utf8).write(to: URL(filePath: file.string))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644],
        ofItemAtPath: file.string
      )
      try StateFolder.restrict(file)
      #expect(try permissions(file) == 0o600)
    }
  }
}
