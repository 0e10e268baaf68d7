import SystemPackage
import TaneProject
import Testing

@Suite("Settled file changes")
struct FileChangeDetectorTests {
  @Test("File changes are handled when they settle or continue for long, unless they are reverted")
  func settled() throws {
    try withTemporaryFolder { folder in
      try makeFolder(folder.appending("environments"))
      let project = try #require(Project.locate(from: folder))
      let places = FileSignatures.WatchedPaths(of: project, Mappings.load(from: project))
      func poll() -> FileSignatures { FileSignatures(of: places) }
      let path = folder.appending("fixtures/base/a.yaml")
      let first = poll()
      try write("a", to: path)
      let second = poll()
      try write("ab", to: path)
      let third = poll()

      var changes = FileChangeDetector(since: first)
      #expect(changes.poll(first, at: .seconds(1)) == nil)
      #expect(changes.poll(second, at: .seconds(2)) == nil)
      #expect(changes.isChanging)
      #expect(changes.poll(third, at: .seconds(3)) == nil)
      #expect(changes.poll(third, at: .seconds(3.5)) == [path])

      var restless = FileChangeDetector(since: first)
      #expect(restless.poll(second, at: .seconds(1)) == nil)
      #expect(restless.poll(third, at: .seconds(2)) == nil)
      #expect(restless.poll(second, at: .seconds(3)) == [path])

      var patient = FileChangeDetector(since: first, quietPeriod: .seconds(1), maximumWait: nil)
      #expect(patient.poll(second, at: .seconds(1)) == nil)
      #expect(patient.poll(third, at: .seconds(9)) == nil)
      #expect(patient.poll(third, at: .seconds(9.9)) == nil)
      #expect(patient.poll(third, at: .seconds(10)) == [path])

      var takenBack = FileChangeDetector(since: first)
      #expect(takenBack.poll(second, at: .seconds(1)) == nil)
      #expect(takenBack.poll(first, at: .seconds(2)) == nil)
      #expect(!takenBack.isChanging)
    }
  }
}
