import SystemPackage
import TaneProject
import Testing

@Suite("Paths of output")
struct OutputPathTests {
  @Test("A device is written to, and a link to a file is resolved")
  func kinds() throws {
    #expect(OutputPath("/dev/null").isStream)
    #expect(OutputPath("/dev/null").target == "/dev/null")
    try withTemporaryFolder { folder in
      try write("a", to: folder.appending("a.txt"))
      try link(folder.appending("link"), to: "a.txt")
      let output = OutputPath(folder.appending("link"))
      #expect(!output.isStream)
      #expect(output.target.lastComponent?.string == "a.txt")
      #expect(OutputPath(folder.appending("new")).target == folder.appending("new"))
    }
  }

  @Test("Output must not replace profiles, fixtures and local state")
  func inputs() throws {
    try withTemporaryFolder { folder in
      try write("", to: folder.pushing("environments/local.yaml"))
      try write("", to: folder.pushing("fixtures/base/accounts.yaml"))
      try write("", to: folder.pushing(".tane/state.sqlite"))
      let project = Project(root: folder)
      for path in [
        "environments/local.yaml", "environments/new.json", "fixtures/base/x.yaml", ".tane/x",
      ] {
        #expect(OutputPath(folder.pushing(FilePath(path))).isInFolder(usedBy: project), "\(path)")
      }
      for path in ["plan.json", "fixtures.json", "Sources/App.swift"] {
        #expect(!OutputPath(folder.pushing(FilePath(path))).isInFolder(usedBy: project), "\(path)")
      }
    }
  }
}
