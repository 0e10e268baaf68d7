import TaneCore
import TaneProject
import TaneSeeding
import Testing

@Suite("The limits of a plan")
struct LimitCheckTests {
  private static let files = [
    "firestore/posts/p1.yaml": "title: mine"
  ]

  @Test("A plan within the limits is accepted")
  func none() async throws {
    let project = try SeedingProject(Self.files)
    try await project.set(["other": .string("x")], at: "posts/p1")
    let plan = try await project.plan()
    #expect(try await project.violations(of: plan).isEmpty)
  }

  @Test("A plan with more values, bytes or documents than the profile allows is rejected")
  func profile() async throws {
    let files = [
      "databases/shops/a.yaml": "{ x: 1, y: text }", "firestore/posts/p1.yaml": "title: mine",
      "firestore/posts/p2.yaml": "title: yours", "buckets/images/1.txt": "twelve bytes",
    ]
    func violations(_ limits: String) async throws -> [String] {
      let project = try SeedingProject(files, profile: "limits: { \(limits) }\n")
      return try await project.violations(of: project.plan())
    }
    // Five values: two of the database, one of each document, and the object. The estimated size of
    // their JSON is slightly larger than the actual size.
    let held = try await violations("writes: 5, bytes: 73, documents: 2")
    #expect(held == [])
    let refused = try await violations("writes: 4, bytes: 72B, documents: 1")
    #expect(
      refused == [
        "the plan writes 5 values, objects included, but the limit of local is 4 (limits.writes at "
          + "environments/local.yaml:6:19); raise it if this is intended",
        "the plan writes 73 bytes, but the limit of local is 72 (limits.bytes at "
          + "environments/local.yaml:6:29); raise it if this is intended",
        "the plan writes 2 documents, but the limit of local is 1 (limits.documents at "
          + "environments/local.yaml:6:45); raise it if this is intended",
      ]
    )
  }

  @Test("A plan is rejected if extra fields make a document too large")
  func documents() async throws {
    let project = try SeedingProject(Self.files)
    let path = "posts/p1"
    let frame = DocumentCheck.byteCount(
      ofDocumentAt: DocumentPath(parsing: path),
      [
        "more": .string("x"), "other": .string(""), "title": .string("mine"),
      ]
    )
    let room = DocumentCheck.maximumDocumentBytes - frame
    for (length, isTaken) in [(room, true), (room + 1, false)] {
      // A string can have up to 89 bytes less than a document, so the size needs two strings.
      let more = String(repeating: "x", count: 201)
      let text = String(repeating: "x", count: length - 200)
      try await project.set(["more": .string(more), "other": .string(text)], at: path)
      let plan = try await project.plan()
      let violations = try await project.violations(of: plan)
      #expect(
        violations
          == (isTaken
            ? []
            : [
              "fixtures/base/firestore/posts/p1.yaml: with the fields that only the environment "
                + "has, the document would be 1,048,577 bytes in size; Firestore allows up to "
                + "1,048,576 (1 MiB)"
            ])
      )
      // With pruning, the document has only the fields of its fixture.
      let pruned = try await project.plan(prunes: true)
      #expect(try await project.violations(of: pruned).isEmpty)
    }
  }
}

extension SeedingProject {
  fileprivate func violations(of plan: Plan) async throws -> [String] {
    try await LimitCheck.violations(of: plan, on: stores.readers, context())
  }
}
