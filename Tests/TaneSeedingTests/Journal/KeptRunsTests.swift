import Foundation
import TaneCore
import TaneProject
import TaneTesting
import Testing

@testable import TaneSeeding

@Suite("Retention of runs")
struct KeptRunsTests {
  /// Returns a project in which a run created the only object, and further runs replaced it.
  private func project(_ undo: String, _ texts: String...) async throws -> SeedingProject {
    let project = try SeedingProject(["buckets/images/1.txt": "first"], profile: "undo: \(undo)\n")
    try await project.seed()
    for text in texts { try await replace(text, in: project) }
    return project
  }

  private func replace(_ text: String, in project: SeedingProject) async throws {
    try project.write(text, to: "fixtures/base/buckets/images/1.txt")
    try await project.seed()
  }

  @Test(
    "Stored object bytes stay within the profile's limit, and the latest runs are kept"
  )
  func bytes() async throws {
    // "first" and "second" take up 11 bytes; with "third", 16.
    let project = try await project("{ objects: 12 }", "second", "third")
    let older = try await project.replay(2, .backward)
    #expect(older.left.map { "\($0)" } == ["images:/1.txt"])
    try await replace("fourth", in: project)
    // "second" and "third" are stored but not "first", so run 2 cannot be reverted.
    #expect(try project.journalBytes() == ["second", "third"])
    try await replace(String(repeating: "x", count: 13), in: project)
    try await replace("last", in: project)
    // An object that exceeds the limit by itself does not displace others.
    #expect(try project.journalBytes() == ["fourth", "third"])
    let undone = try await project.replay(6, .backward)
    #expect(undone.irreversible.map { "\($0)" } == ["images:/1.txt"])
  }

  @Test(
    "The history keeps as many runs as the profile allows, and older runs that are still needed"
  )
  func runs() async throws {
    let project = try await project("{ runs: 2 }", "second", "third")
    #expect(try project.state().runs(of: "local").map(\.id) == [3, 2])
    // The reverted run is needed while the undo is in progress, although it is the oldest run.
    let undone = try await project.replay(3, .backward)
    #expect(undone.irreversible.isEmpty)
    #expect(
      try await project.images.data(at: "1.txt", maximumSize: 9) == Array("second".utf8)
    )
    #expect(try project.state().runs(of: "local").map(\.id) == [4, 3])
  }

  @Test("With a history of one run, undo reverts the last run completely")
  func oneRun() async throws {
    let project = try await project("{ runs: 1 }", "second")
    #expect(try project.state().runs(of: "local").map(\.id) == [2])
    #expect(try await project.replay(2, .backward).irreversible.isEmpty)
    #expect(try await project.images.data(at: "1.txt", maximumSize: 9) == Array("first".utf8))
  }

  @Test("An interrupted run stays in the history, no matter how many runs follow")
  func interrupted() async throws {
    let project = try await project("{ runs: 1 }", "second")
    try project.write("third", to: "fixtures/base/buckets/images/1.txt")
    let plan = try await project.plan()
    let profile = try project.profile()
    _ = try RunJournal(
      plan,
      for: .seed,
      in: profile,
      sets: ["base"],
      summary: "",
      keptIn: project.state()
    )
    try await replace("fourth", in: project)
    #expect(try project.state().runs(of: "local").map(\.id) == [4, 3])
    #expect(try project.interrupted()?.id == 3)
  }
}

extension SeedingProject {
  /// The bytes of replaced objects in the journal, as sorted text.
  fileprivate func journalBytes() throws -> [String] {
    let state = try state()
    return try state.runs(of: "local").flatMap { try state.steps(of: $0.id) }
      .compactMap(\.bytes).map { String(decoding: try state.bytes(of: $0), as: UTF8.self) }.sorted()
  }
}
