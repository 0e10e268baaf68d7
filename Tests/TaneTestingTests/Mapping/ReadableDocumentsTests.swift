import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Expectations about documents")
struct ReadableDocumentsTests {
  private struct Post: Codable {
    @DocumentID var id: String?
    let text: String
    let at: Date
    let place: GeoPoint?
  }

  private static let sound = "text: a\nat: !timestamp 2026-01-31T09:00:00+09:00\n"

  private func project(_ documents: [String: String]) throws -> (TemporaryProject, MappingData) {
    let project = try TemporaryProject(documents: documents)
    return (project, .fixtures(of: "local", in: project.folder.path))
  }

  @Test("A document or all documents of a collection are read from fixtures")
  func fixtures() async throws {
    let (project, data) = try project([
      "posts/p1": Self.sound, "posts/p2": "text: 1\nat: !server-timestamp\nplcae: null\n",
      "posts/p1/replies/r1": "text: b\n",
    ])
    let one = try await expectReadable(Post.self, at: "firestore:/posts/p1", in: data)
    #expect(one.findings == [])
    let failure = try await #require(throws: UnreadableData.self) {
      try await expectReadable(Post.self, at: "firestore:/posts", in: data)
    }
    #expect(
      failure.description == """
        Post cannot decode firestore:/posts: 1 error, 1 warning
        fixtures/base/firestore/posts/p2.yaml:1:7: error: Post.text: expected String, found integer 1 \
        [wrong-type]
          firestore:/posts/p2/text
        fixtures/base/firestore/posts/p2.yaml:3:1: warning: no type reads "plcae"; Post reads id, text, \
        at, place; did you mean "place"? [unread-key]
          firestore:/posts/p2/plcae
        """
    )
    #expect(failure.report.typeNames == ["Post"])
    let replies = try await check(Post.self, at: "firestore:/posts/p1/replies", in: data)
    #expect(replies.findings.map(\.code) == [.missingKey])
    #expect(project.folder.isFileURL)
  }

  @Test("Documents of a store are read across any number of pages")
  func store() async throws {
    let store = InMemoryDocumentStore()
    let time = DocumentValue.timestamp(DocumentTimestamp(microseconds: 0))
    for start in stride(from: 0, to: 700, by: 100) {
      try await store.commit(
        (start..<start + 100).map { number in
          DocumentWrite(
            path: DocumentPath(["posts", "p\(number)"]),
            operation: .update(
              ["text": number == 650 ? .null : .string("a"), "at": time],
              mask: nil
            )
          )
        }
      )
    }
    let data = MappingData.readers(EnvironmentStores(["firestore": store], as: .firestore).readers)
    try await expectReadable(Post.self, at: "firestore:/posts/p1", in: data)
    let report = try await check(Post.self, at: "firestore:/posts", in: data)
    #expect(
      report.findings.map(\.description) == [
        """
        error: Post.text: expected String, found null [null-value]
          firestore:/posts/p650/text
        """
      ]
    )
  }

  @Test("A missing document is an error with the nearest name")
  func missing() async throws {
    let (project, data) = try project(["posts/p1": Self.sound])
    let store = InMemoryDocumentStore()
    let path = DocumentPath(["posts", "p1"])
    try await store.commit([DocumentWrite(path: path, operation: .update([:], mask: nil))])
    let live = MappingData.readers(EnvironmentStores(["firestore": store], as: .firestore).readers)
    func message(_ address: String, _ data: MappingData) async throws -> String {
      try await #require(throws: MappingDataError.self) {
        try await expectReadable(Post.self, at: address, in: data)
      }.message
    }
    #expect(
      try await message("firestore:/posts/p2", data)
        == "no value found at firestore:/posts/p2 of the fixtures base, so the type cannot be "
        + "checked; did you mean \"p1\"?"
    )
    #expect(
      try await message("firestore:/post", live)
        == "no value found at firestore:/post, so the type cannot be checked; did you mean "
        + "\"posts\"?"
    )
    #expect(
      try await message("firestore:/", live)
        == "firestore:/ does not refer to documents: specify a document, such as"
        + " firestore:/posts/p1, or a collection, such as firestore:/posts"
    )
    #expect(
      try await message("firestore:/posts", .readers(EnvironmentReaders()))
        == "firestore:/posts: the environment has no Firestore; add \"firestore\" to its profile"
    )
    #expect(
      try await message("shops:/shops", data)
        == "the environment has no database \"shops\" (known: firestore)"
    )
    #expect(project.folder.isFileURL)
  }
}
