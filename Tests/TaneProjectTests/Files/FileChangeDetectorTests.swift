import SystemPackage
import TaneProject
import Testing

@Suite("Settled file changes")
struct SettledChangesTests {
  @Test("File changes are handled when they settle or continue for long, unless they are reverted")
  func settled() throws {
    try withTemporaryFolder { folder in
      try makeFolder(folder.appending("environments"))
      let project = try #require(Project.locate(from: folder))
      let places = FileSignatures.Places(of: project, Mappings.load(from: project))
      func look() -> FileSignatures { FileSignatures(of: places) }
      let path = folder.appending("fixtures/base/a.yaml")
      let first = look()
      try write("a", to: path)
      let second = look()
      try write("ab", to: path)
      let third = look()

      var changes = FileChangeDetector(since: first)
      #expect(changes.look(first, at: .seconds(1)) == nil)
      #expect(changes.look(second, at: .seconds(2)) == nil)
      #expect(changes.isChanging)
      #expect(changes.look(third, at: .seconds(3)) == nil)
      #expect(changes.look(third, at: .seconds(3.5)) == [path])

      var restless = FileChangeDetector(since: first)
      #expect(restless.look(second, at: .seconds(1)) == nil)
      #expect(restless.look(third, at: .seconds(2)) == nil)
      #expect(restless.look(second, at: .seconds(3)) == [path])

      var patient = FileChangeDetector(since: first, quiet: .seconds(1), maximumWait: nil)
      #expect(patient.look(second, at: .seconds(1)) == nil)
      #expect(patient.look(third, at: .seconds(9)) == nil)
      #expect(patient.look(third, at: .seconds(9.9)) == nil)
      #expect(patient.look(third, at: .seconds(10)) == [path])

      var takenBack = FileChangeDetector(since: first)
      #expect(takenBack.look(second, at: .seconds(1)) == nil)
      #expect(takenBack.look(first, at: .seconds(2)) == nil)
      #expect(!takenBack.isChanging)
    }
  }
}
