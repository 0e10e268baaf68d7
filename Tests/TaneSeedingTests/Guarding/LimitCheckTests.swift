import TaneCore
import TaneProject
import TaneSeeding
import Testing

@Suite("The limits of a plan")
struct LimitCheckTests {
  private static let files = [
    "firestore/posts/p1.yaml": "title: mine"
  ]

  @Test("refuses nothing that they hold")
  func none() async throws {
    let project = try SeedingProject(Self.files)
    try await project.set(["other": .string("x")], at: "posts/p1")
    let plan = try await project.plan()
    #expect(try project.refusals(of: plan).isEmpty)
  }

  @Test("refuses documents that grow too large with what only the environment has")
  func documents() async throws {
    let project = try SeedingProject(Self.files)
    let path = "posts/p1"
    let frame = DocumentCheck.byteCount(
      ofDocumentAt: DocumentPath(parsing: path),
      [
        "other": .string(""), "title": .string("mine"),
      ]
    )
    let room = DocumentCheck.maximumDocumentBytes - frame
    for (length, isTaken) in [(room, true), (room + 1, false)] {
      let text = String(repeating: "x", count: length)
      try await project.set(["other": .string(text)], at: path)
      let plan = try await project.plan()
      let refusals = try project.refusals(of: plan)
      #expect(
        refusals
          == (isTaken
            ? []
            : [
              "fixtures/base/firestore/posts/p1.yaml: with the fields that only the environment has,"
                + " the document would have 1,048,577 bytes; Firestore holds documents of up to"
                + " 1,048,576 (1 MiB)"
            ])
      )
      // Pruned, the document is as the fixtures say.
      let pruned = try await project.plan(prunes: true)
      #expect(try project.refusals(of: pruned).isEmpty)
    }
  }
}

extension SeedingProject {
  fileprivate func refusals(of plan: Plan) throws -> [String] {
    try LimitCheck.refusals(of: plan, on: stores.readers, context())
  }
}
