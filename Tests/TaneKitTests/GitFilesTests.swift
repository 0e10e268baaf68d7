import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import TaneKit

@Suite("Files in a Git repository")
struct GitFilesTests {
  @Test("Only Git's own rules ignore a file, and a folder without a repository ignores none")
  func ignored() async throws {
    let project = try TestProject()
    try project.write("*.json\n!public.json\n", to: ".gitignore")
    for name in ["key.json", "public.json", "--key.json", "key.txt"] {
      try project.write("", to: name)
    }
    let root = FilePath(project.root.path)
    #expect(GitFiles.ignores(root.appending("missing").appending("key.json")) == nil)
    let git = try await TestProgram.run(
      ["/usr/bin/env", "git", "init", "-q"],
      in: project.root,
      variables: ProcessInfo.processInfo.environment
    )
    #expect(git.status == 0)
    func ignores(_ name: String) -> Bool? { GitFiles.ignores(root.appending(name)) }
    #expect(ignores("key.json") == true)
    #expect(ignores("--key.json") == true)
    #expect(ignores("later.json") == true)
    #expect(ignores("public.json") == false)
    #expect(ignores("key.txt") == false)
  }
}
