import Foundation
import TaneCore
import TaneKit
import TaneProject
import TaneSeeding
import Testing

@Suite("Calls on an environment through the API")
struct ProjectEnvironmentTests {
  /// An interaction that answers every question with yes and records the questions.
  private final class Agreeing: Interaction, @unchecked Sendable {
    // Only one test at a time uses it.
    private(set) var questions: [String] = []
    var isInteractive: Bool { true }

    func confirms(_ question: String) -> Bool {
      questions.append(question)
      return true
    }

    func note(_ text: String) {}
  }

  @Test("A seed leaves no difference, and its undo leaves an empty environment")
  func seedDiffUndo() async throws {
    let project = try TestProject()
    let local = try project.local()
    let planned = try await local.plan()
    #expect(planned.plan.steps.count == 1 && planned.verified == nil && planned.file != nil)
    #expect(try await local.diff().isEmpty == false)
    let seeded = try await local.seed()
    #expect(seeded.verified?.isEmpty == true)
    #expect(try await local.diff().isEmpty)
    #expect(try await local.seed().plan.isEmpty)
    let undone = try await local.undo()
    #expect(undone.map(\.run.id) == [1])
    let shops = try local.readers().reader(.databases, named: "shops")
    #expect(try await shops.tree(at: "").isNull)
  }

  @Test("An edit of a fixture is found at its address, and seeded")
  func edits() async throws {
    let project = try TestProject()
    let local = try project.local()
    _ = try await local.seed()
    try project.write("name: 寿司\nseats: 8\n", to: "fixtures/base/databases/shops/a.yaml")
    let difference = try await local.diff(DiffOptions(at: Address(service: "shops", path: "/a")))
    #expect(difference.resources.map { "\($0.address)" } == ["shops:/a"])
    let changed = try await local.seed()
    #expect(changed.plan.counts.changedValues == 1)
    #expect(try await local.diff().isEmpty)
  }

  @Test("A confirming environment accepts a seed confirmed in advance or when asked")
  func confirmed() async throws {
    let project = try TestProject(guardLevel: "confirm")
    let local = try project.local()
    let refusal = await #expect(throws: OperationFailure.self) { try await local.seed() }
    #expect(
      refusal?.message
        == "local requires confirmation, but Tane is not running in a terminal. Pass --yes to "
        + "confirm. Nothing was read or written."
    )
    #expect(refusal?.reason == .refused)
    let agreeing = Agreeing()
    _ = try await local.seed(interaction: agreeing)
    #expect(agreeing.questions == ["Write these changes to local?"])
    _ = try await local.undo(isConfirmed: true)
  }

  @Test("A protected environment accepts an approved plan and no other write")
  func protected() async throws {
    let project = try TestProject(guardLevel: "protected")
    let local = try project.local()
    var options = SeedOptions()
    options.isConfirmed = true
    let refusal = await #expect(throws: OperationFailure.self) {
      try await local.seed(options, interaction: Agreeing())
    }
    #expect(refusal?.reason == .refused)
    let file = try #require(try await local.plan().file)
    await #expect(throws: OperationFailure.self) {
      try await local.apply(file, isConfirmed: true, interaction: Agreeing())
    }
    let wrong = await #expect(throws: OperationFailure.self) {
      try await local.apply(file, approvedBy: "0000")
    }
    #expect(
      wrong?.message == "the plan's digest is \(file.digest), not 0000; nothing was written"
    )
    #expect(try await local.apply(file, approvedBy: file.digest).steps.count == 1)
    await #expect(throws: OperationFailure.self) {
      try await local.undo(isConfirmed: true, interaction: Agreeing())
    }
    #expect(try await local.diff().isEmpty)
  }

  @Test("Fixtures with errors are rejected with their findings")
  func findings() async throws {
    let project = try TestProject()
    try project.write("a: [1\n", to: "fixtures/base/databases/shops/b.yaml")
    let local = try project.local()
    let failure = await #expect(throws: OperationFailure.self) { try await local.seed() }
    #expect(failure?.message == "1 error in the fixtures; nothing was written")
    #expect(failure?.findings.map(\.position?.file) == ["fixtures/base/databases/shops/b.yaml"])
  }

  @Test("A folder outside any project is an error that names it")
  func noProject() throws {
    let failure = #expect(throws: OperationFailure.self) { try Project.open(at: "/proc") }
    #expect(
      failure?.description
        == "no project at /proc: neither it nor a folder above it contains environments/"
    )
  }
}
