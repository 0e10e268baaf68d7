import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

/// Tests null, false and absent values from fixture to undo, as in the table in the documentation
/// of fixtures.
@Suite("Null, false and absent values")
struct ValueLawTests {
  private static let document = "fixtures/base/firestore/posts/p1.yaml"
  private static let accounts = "fixtures/base/accounts.yaml"

  private func fields(_ project: SeedingProject) async throws -> DocumentFields? {
    try await project.documents.document(at: DocumentPath(parsing: "posts/p1"))?.fields
  }

  private func edit(_ fields: DocumentFields, in project: SeedingProject) async throws {
    let path = DocumentPath(parsing: "posts/p1")
    _ = try await project.documents.commit([
      DocumentWrite(path: path, operation: .update(fields, mask: nil))
    ])
  }

  @Test("A manual edit of a null field or of a map with one is kept")
  func editedNull() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "{ a: null, m: { x: null } }"])
    try await project.seedCarefully()
    let edited: DocumentFields = ["a": .string("hand"), "m": .map(["x": .integer(1)])]
    try await edit(edited, in: project)
    let plan = try await project.seedCarefully()
    #expect(plan.withheld.map(\.reason) == [.editedByHand, .editedByHand])
    #expect(try await fields(project) == edited)
  }

  @Test("Empty bytes, strings, maps and lists of a document are written, kept and undone")
  func empty() async throws {
    let project = try SeedingProject([
      "firestore/posts/p1.yaml": "{ b: !bytes \"\", t: \"\", m: {}, l: [], n: .nan, z: -0.0 }"
    ])
    try await project.seedCarefully()
    #expect(
      try await fields(project) == [
        "b": .bytes([]), "t": .string(""), "m": .map([:]), "l": .array([]), "n": .double(.nan),
        "z": .double(-0.0),
      ]
    )
    #expect(try await project.seedCarefully().isEmpty)
    let outcome = try await project.replay(1, .backward)
    #expect(outcome.left.isEmpty)
    #expect(try await fields(project) == nil)
  }

  @Test("The removal of an empty field of a document that Tane did not create is kept")
  func removedEmptyField() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "{ l: [], m: {} }"])
    try await edit(["l": .array([]), "m": .map([:]), "h": .string("hand")], in: project)
    #expect(try await project.seedCarefully().isEmpty)
    try await edit(["h": .string("hand")], in: project)
    let plan = try await project.seedCarefully(OverwritePolicy(overwritesEdits: false))
    #expect(
      plan.withheld.map { "\($0.address) \($0.reason)" } == [
        "firestore:/posts/p1/l editedByHand", "firestore:/posts/p1/m editedByHand",
      ]
    )
    #expect(try await fields(project) == ["h": .string("hand")])
  }

  @Test("Undo restores a field that became null and removes an added null field")
  func undoneNull() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "{ a: 1 }"])
    try await project.seedCarefully()
    try project.write("{ a: null, b: null }", to: Self.document)
    try await project.seedCarefully()
    #expect(try await fields(project) == ["a": .null, "b": .null])
    let outcome = try await project.replay(2, .backward)
    #expect(outcome.left.isEmpty)
    #expect(try await fields(project) == ["a": .integer(1)])
    try project.write("{ a: 1 }", to: Self.document)
    #expect(try await project.seedCarefully().steps.isEmpty)
  }

  @Test("An account with false flags is undone and pruned as a whole")
  func falseFlags() async throws {
    let files = [
      "accounts.yaml": "u1: { email: a@example.com, emailVerified: false, disabled: false }"
    ]
    let undone = try SeedingProject(files)
    try await undone.seedCarefully()
    let outcome = try await undone.replay(1, .backward)
    #expect(outcome.left.isEmpty && outcome.irreversible.isEmpty)
    #expect(try await undone.accounts.account(id: "u1") == nil)
    let pruned = try SeedingProject(files)
    try await pruned.seedCarefully()
    try pruned.write("{}", to: Self.accounts)
    #expect(try await pruned.seedCarefully(prunes: true).withheld.isEmpty)
    #expect(try await pruned.accounts.account(id: "u1") == nil)
  }

  @Test("Undo restores flags that were set or cleared", arguments: [true, false])
  func changedFlag(isSet: Bool) async throws {
    let text = "u1: { email: a@example.com, disabled:"
    let project = try SeedingProject(["accounts.yaml": "\(text) \(!isSet) }"])
    try await project.seedCarefully()
    try project.write("\(text) \(isSet) }", to: Self.accounts)
    try await project.seedCarefully()
    #expect(try await project.accounts.account(id: "u1")?.isDisabled == isSet)
    #expect(try await project.replay(2, .backward).left.isEmpty)
    #expect(try await project.accounts.account(id: "u1")?.isDisabled == !isSet)
  }

  @Test("False flags recorded by an earlier version cause no conflict")
  func recordedFlags() async throws {
    let project = try SeedingProject(["accounts.yaml": "u1: { displayName: x, disabled: false }"])
    try await project.seedCarefully()
    try project.write("u1: { displayName: y, disabled: true }", to: Self.accounts)
    #expect(try await project.seedCarefully().withheld.isEmpty)
    #expect(try await project.accounts.account(id: "u1")?.isDisabled == true)
  }
}
