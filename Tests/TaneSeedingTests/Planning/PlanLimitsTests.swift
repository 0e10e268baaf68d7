import TaneCore
import TaneProject
import TaneSeeding
import Testing

@Suite("What services can hold")
struct PlanLimitsTests {
  private static let files = [
    "buckets/images/1.png": "12345",
    "buckets/images/1.png.meta.yaml": "metadata: { owner: 麺屋 }",
    "firestore/posts/p1.yaml": "title: mine",
  ]

  @Test("refuses nothing that they hold")
  func none() async throws {
    let project = try SeedingProject(Self.files)
    try await project.set(["other": .string("x")], at: "posts/p1")
    #expect(PlanLimits().refusals(of: SeedPlan(try await project.difference())).isEmpty)
  }

  @Test("refuses objects and custom metadata that are too large, each with its file")
  func objects() async throws {
    let project = try SeedingProject(Self.files)
    let plan = SeedPlan(try await project.difference())
    var limits = PlanLimits()
    (limits.objectBytes, limits.metadataBytes) = (5, 11)
    #expect(limits.refusals(of: plan).isEmpty)
    (limits.objectBytes, limits.metadataBytes) = (4, 10)
    let file = "fixtures/base/buckets/images/1.png"
    #expect(
      limits.refusals(of: plan) == [
        "\(file): the object has 5 bytes; Cloud Storage holds objects of up to 4",
        "\(file): the object's custom metadata have 11 bytes; Cloud Storage holds up to 10 of an"
          + " object",
      ]
    )
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
      let plan = SeedPlan(try await project.difference())
      let refusals = PlanLimits().refusals(of: plan)
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
      let pruned = SeedPlan(try await project.difference(), prunes: true)
      #expect(PlanLimits().refusals(of: pruned).isEmpty)
    }
  }
}
