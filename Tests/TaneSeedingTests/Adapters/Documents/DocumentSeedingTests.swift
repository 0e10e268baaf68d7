import TestSupport
import TaneCore
import TaneTesting
import Testing

@testable import TaneProject
@testable import TaneSeeding

@Suite("Seeding Firestore documents")
struct DocumentSeedingTests {
  private static let posts = "firestore/posts"

  @Test("Seeding any documents a second time changes nothing")
  func idempotence() async throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<60 {
      let before = try SeedingProject([
        "\(Self.posts)/p1.yaml": RandomDocument.text(&random),
        "\(Self.posts)/kept.yaml": "{ title: mine }",
      ])
      try await before.seed()
      let project = try SeedingProject([
        "\(Self.posts)/p1.yaml": RandomDocument.text(&random),
        "\(Self.posts)/p2.yaml": RandomDocument.text(&random),
      ])
      for document in try await before.all() {
        _ = try await project.documents.commit([
          DocumentWrite(path: document.path, operation: .update(document.fields, mask: nil))
        ])
      }
      let prunes = Bool.random(using: &random)
      try await project.seed(prunes: prunes)
      let difference = try await project.difference()
      #expect(difference.isSettled, "round \(round): \(difference.described)")
      #expect(Plan(difference, prunes: prunes).isEmpty)
      #expect(!prunes || difference.isEmpty)
      let kept = try await project.documents.document(at: DocumentPath(parsing: "posts/kept"))
      #expect(kept?.fields == ["title": .string("mine")])
    }
  }

  @Test("Documents are compared field by field, with lists, points and vectors as one value")
  func fields() async throws {
    let project = try SeedingProject([
      "\(Self.posts)/p1.yaml": """
      title: new
      tags: [a]
      place: !geopoint { latitude: 1, longitude: 2 }
      vector: { __type__: __vector__, value: [1.0, 2.0] }
      plain: { a: 1 }
      count: 1
      author: { name: A }
      same: !timestamp 2026-01-01T09:00:00+09:00
      friend: !reference users/u1
      nothing: null
      """
    ])
    try await project.set(
      [
        "title": .string("old"), "tags": .array([.string("a"), .string("b")]),
        "place": .geoPoint(try #require(GeographicPoint(latitude: 1, longitude: 3))),
        "vector": .map(["__type__": .string("__vector__"), "value": .array([.double(1)])]),
        "plain": .map(["__type__": .string("__vector__"), "value": .array([.double(1)])]),
        "count": .double(1), "author": .map(["name": .string("A"), "age": .integer(3)]),
        "same": .timestamp(DocumentTimestamp(milliseconds: 1_767_225_600_000)),
        "friend": .reference("projects/demo-local/databases/(default)/documents/users/u1"),
        "extra": .integer(1),
      ],
      at: "posts/p1"
    )
    let difference = try await project.difference()
    #expect(
      difference.described == [
        "changed firestore:/posts/p1/count", "added firestore:/posts/p1/nothing",
        "changed firestore:/posts/p1/place", "changed firestore:/posts/p1/plain",
        "changed firestore:/posts/p1/tags", "changed firestore:/posts/p1/title",
        "changed firestore:/posts/p1/vector", "extra firestore:/posts/p1/author/age",
        "extra firestore:/posts/p1/extra",
      ]
    )
    let plan = Plan(difference)
    #expect(plan.counts.resources.map(\.changed) == [1])
    #expect(plan.counts.keptExtras == 2)
    let write = try #require(try project.commits(of: plan).first?.first)
    guard case .update(let fields, let mask) = write.operation else {
      Issue.record("no update")
      return
    }
    #expect(
      mask?.map(\.description)
        == ["count", "nothing", "place", "plain", "tags", "title", "vector"]
    )
    #expect(fields["nothing"] == .null)
    #expect(fields["tags"] == .array([.string("a")]))
    try await project.seed(prunes: true)
    #expect(try await project.difference().isEmpty)
  }

  @Test("A server timestamp is set once, and replaces values of other types")
  func serverTimestamps() async throws {
    let project = try SeedingProject([
      "\(Self.posts)/p1.yaml": "{ at: !server-timestamp , in: { at: !server-timestamp } }",
      "\(Self.posts)/p2.yaml": "{ at: !server-timestamp }",
    ])
    try await project.set(["at": .integer(5)], at: "posts/p1")
    #expect(
      try await project.difference().described == [
        "changed firestore:/posts/p1/at", "added firestore:/posts/p1/in",
        "added firestore:/posts/p2",
      ]
    )
    try await project.seed()
    let times = try await project.all().map(\.fields)
    #expect(
      times.allSatisfy { fields in
        if case .timestamp? = fields["at"] { true } else { false }
      }
    )
    #expect(try await project.difference().isEmpty)
    #expect(try await project.plan().isEmpty)
  }

  @Test("Seeding documents is limited to the requested documents and fields")
  func scope() async throws {
    let project = try SeedingProject([
      "\(Self.posts)/p1.yaml": "{ title: a, author: { name: A, age: 1 } }",
      "\(Self.posts)/p1/comments/c1.yaml": "{ text: x }", "firestore/users/u1.yaml": "{}",
    ])
    func described(_ addresses: String...) async throws -> [String] {
      try await project.difference(addresses.compactMap { Address(parsing: $0) }).described
    }
    let comment = "added firestore:/posts/p1/comments/c1"
    #expect(try await described("firestore:/users") == ["added firestore:/users/u1"])
    #expect(
      try await described("firestore:/posts/p1") == ["added firestore:/posts/p1", comment]
    )
    #expect(try await described("firestore:/posts/p1/comments") == [comment])
    #expect(
      try await described("firestore:/posts/p1/comments/c1/text") == ["\(comment)/text"]
    )
    #expect(
      try await described("firestore:/posts/p1/author/name")
        == ["added firestore:/posts/p1/author/name"]
    )
    let field = try #require(Address(parsing: "firestore:/posts/p1/author/name"))
    let plan = Plan(try await project.difference([field]))
    try await project.run(plan).apply()
    #expect(
      try await project.all().map(\.fields) == [["author": .map(["name": .string("A")])]]
    )
  }

  @Test("Seeding documents respects the profile's ownership and ignore rules")
  func profileRules() async throws {
    let project = try SeedingProject(
      ["\(Self.posts)/p1.yaml": "{ title: a, stats: { views: 0 } }"],
      profile: """
        own: { "firestore:/posts/p1": listed }
        ignore: ["firestore:/posts/*/stats/views"]
        """
    )
    try await project.set(
      [
        "title": .string("b"), "stats": .map(["views": .integer(9), "likes": .integer(1)]),
        "mine": .null,
      ],
      at: "posts/p1"
    )
    #expect(
      try await project.difference().described == [
        "changed firestore:/posts/p1/title", "extra firestore:/posts/p1/stats/likes",
      ]
    )
  }

  @Test("Seeding does not overwrite documents that changed after planning")
  func conflicts() async throws {
    let project = try SeedingProject([
      "\(Self.posts)/p1.yaml": "{ a: 1 }", "\(Self.posts)/p2.yaml": "{ a: 1 }",
    ])
    try await project.set(["a": .integer(0)], at: "posts/p1")
    let plan = try await project.plan()
    #expect(
      try project.commits(of: plan).joined().map(\.precondition).last == .exists(false)
    )
    try await project.set(["a": .integer(5)], at: "posts/p1")
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    let error = failure?.cause as? StoreError
    #expect(error?.code == .conflict)
    #expect(error?.paths == ["/posts/p1"])
    #expect(failure?.wroteAnything == false)
    #expect(failure?.remaining == ["firestore"])
    #expect(try await project.all().map(\.fields) == [["a": .integer(5)]])
  }

  @Test("A commit writes at most 500 documents and 9 MiB")
  func commits() async throws {
    var files: [String: String] = [:]
    for index in 0..<501 { files["firestore/small/d\(index).yaml"] = "{ a: 1 }" }
    let small = try SeedingProject(files)
    let many = try await small.plan()
    #expect(try small.commits(of: many).map(\.count) == [500, 1])
    #expect(many.counts.resources.map(\.added) == [501])

    let text = String(repeating: "a", count: 1_000_000)
    let large = Dictionary(
      uniqueKeysWithValues: (0..<11).map { ("firestore/large/d\($0).yaml", "a: \(text)") }
    )
    let project = try SeedingProject(large)
    let plan = try await project.plan()
    #expect(try project.commits(of: plan).map(\.count) == [9, 2])
    try await project.run(plan).apply()
    #expect(try await project.difference().isEmpty)
  }

  @Test("A seed whose later commit is rejected reports that part was written")
  func partialCommits() async throws {
    var files: [String: String] = [:]
    for index in 0..<501 { files["firestore/c/\(1000 + index).yaml"] = "{ a: 1 }" }
    let project = try SeedingProject(files)
    let plan = try await project.plan()
    try await project.set([:], at: "c/1500")
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan).apply()
    }
    #expect(failure?.wroteAnything == true)
    #expect(failure?.remaining == ["firestore"])
    #expect((failure?.cause as? StoreError)?.paths == ["/c/1500"])
    #expect(try project.interrupted()?.doneCount == 500)
    try await project.seed()
    #expect(try await project.difference().isEmpty)
  }
}

extension SeedingProject {
  func set(_ fields: DocumentFields, at path: String) async throws {
    _ = try await documents.commit([
      DocumentWrite(
        path: DocumentPath(parsing: path),
        operation: .update(fields, mask: nil)
      )
    ])
  }

  /// Returns the documents of all top-level collections.
  func all() async throws -> [StoredDocument] {
    var all: [StoredDocument] = []
    for id in try await documents.collectionIDs(below: .root) {
      let page = try await documents.documents(
        in: DocumentPath([id]),
        after: nil,
        limit: 1000,
        includesMissing: false
      )
      all += page.entries.compactMap(\.document)
    }
    return all
  }
}

extension SeedingProject {
  /// Returns the commits of a plan of documents.
  fileprivate func commits(of plan: Plan) throws -> [[DocumentWrite]] {
    let writer = DocumentWriter(
      store: documents,
      database: try #require(try profile().documentDatabase)
    )
    return writer.batches(of: plan.steps).map { $0.steps.map(writer.write) }
  }
}
