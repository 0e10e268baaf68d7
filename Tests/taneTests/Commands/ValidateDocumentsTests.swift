import Foundation
import Testing

@Suite("tane validate of documents")
struct ValidateDocumentsTests {
  /// Returns a project with posts and messages, some of which cannot be read.
  private static func project() throws -> TemporaryProject {
    let project = try TemporaryProject([:])
    try project.write(
      "guard: open\nfirestore: embedded:main\nfixtures: [base]\n",
      to: "environments/local.yaml"
    )
    try project.write(
      """
      import FirebaseFirestore

      struct Post: Codable {
        @DocumentID var id: String?
        let userName: String
        let createdAt: Date
        let place: GeoPoint?
      }
      struct Message: Codable {
        let text: String
        @ServerTimestamp var sentAt: Timestamp?
      }
      """,
      to: "Sources/Post.swift"
    )
    try project.write(
      """
      sources: [Sources]
      mappings:
        firestore:/posts/*: Post
        firestore:/rooms/*/messages/*: Message
      """,
      to: "fixtures/mappings.yaml"
    )
    let documents = [
      "posts/p1": "userName: 加藤 まゆ\ncreatedAt: !timestamp 2026-05-03T10:45:12Z\n",
      "posts/p2": "userName: 5\ncreatedAt: \"2026-05-03\"\n",
      "rooms/r1/messages/m1": "text: 熱い\nsentAt: !server-timestamp\n",
      "tags/t1": "name: x\n", "tags/t2": "name: y\n",
    ]
    for (path, text) in documents {
      try project.write(text, to: "fixtures/base/firestore/\(path).yaml")
    }
    return project
  }

  private static let header = "local  embedded · firestore · guard open · fixtures base\n\n"

  @Test("The validate command reports each fault of documents and the unmapped documents")
  func fixtures() async throws {
    let project = try Self.project()
    let result = try await project.tane("validate")
    #expect(result.status == 1)
    #expect(
      result.output == Self.header + """
        fixtures/base/firestore/posts/p2.yaml:1:11: error: Post.userName: expected String, found integer 5 \
        [wrong-type]
        Sources/Post.swift:5:7: note: Post.userName is declared here
          firestore:/posts/p2/userName
        fixtures/base/firestore/posts/p2.yaml:2:12: error: Post.createdAt: expected Date (!timestamp), found \
        string "2026-05-03" [wrong-type]
        Sources/Post.swift:6:7: note: Post.createdAt is declared here
          firestore:/posts/p2/createdAt

        Checked 8 values (5 documents) and 0 objects in 5 files: 2 errors and 0 warnings.
        Not checked: firestore:/tags/*: 2 documents without a mapping.

        """
    )
    let other = try await project.tane("validate", "firestore:/rooms")
    #expect(other.status == 0)
    let one = try await project.tane("validate", "firestore:/posts/p2/userName")
    #expect(one.output.contains("1 error and 0 warnings."))
  }

  @Test("The validate command reports invalid Firestore values once and not as type errors")
  func refused() async throws {
    let project = try Self.project()
    try project.write(
      "userName: a\ncreatedAt: !timestamp yesterday\n",
      to: "fixtures/base/firestore/posts/p2.yaml"
    )
    let result = try await project.tane("validate")
    #expect(result.output.contains("p2.yaml:2:12: error: \"yesterday\" is not a time"))
    #expect(result.output.contains("1 error and 0 warnings."))
  }

  @Test("The validate command with --live checks collections completely or a sample of each")
  func live() async throws {
    let project = try Self.project()
    #expect(try await project.tane("seed", "--no-types").status == 0)
    let result = try await project.tane("validate", "--live")
    #expect(result.status == 1)
    #expect(
      result.output == Self.header + """
        error: Post.createdAt: expected Date (!timestamp), found string "2026-05-03" [wrong-type]
        Sources/Post.swift:6:7: note: Post.createdAt is declared here
          firestore:/posts/p2/createdAt
        error: Post.userName: expected String, found integer 5 [wrong-type]
        Sources/Post.swift:5:7: note: Post.userName is declared here
          firestore:/posts/p2/userName

        Checked 6 values in 3 nodes of the environment: 2 errors and 0 warnings.
        Not checked: firestore:/tags: its documents have no mapping.

        """
    )
    let sample = try await project.tane("validate", "--live", "--sample", "1", "firestore:/posts")
    #expect(sample.status == 0)
    #expect(
      sample.output == Self.header + """
        Checked 2 values in 1 node of the environment: 0 errors and 0 warnings.
        Not checked: firestore:/posts: only the first 1 document by ID was read.

        """
    )
    let one = try await project.tane("validate", "--live", "firestore:/posts/p2")
    #expect(one.output.contains("Checked 2 values in 1 node of the environment: 2 errors"))
    let limit = try await project.tane("validate", "--live", "--limit", "2")
    #expect(limit.output.contains("Checked 2 values in 1 node of the environment: 0 errors"))
    #expect(limit.output.contains("Not checked: everything after the first 2 values (--limit)."))
  }

  @Test("The validate command suggests mappings for collections of documents")
  func suggestionsAndEditors() async throws {
    let project = try Self.project()
    let suggested = try await project.tane("validate", "--suggest")
    #expect(
      suggested.output == """
          firestore:/tags/*: Tag  # no type is named Tag

        """
    )
    let written = try await project.tane("schema", "--editor")
    #expect(
      written.output
        == "Wrote 4 schemas to fixtures/.schemas, referenced in 5 files (5 of them changed).\n"
    )
    #expect(
      try project.read("fixtures/base/firestore/posts/p2.yaml").hasPrefix(
        "# yaml-language-server: $schema=../../../.schemas/firestore--posts--.json\n"
      )
    )
    let schema = try await project.tane("schema")
    #expect(schema.output == "Wrote 2 types to fixtures/schema.yaml.\n")
    #expect(try await project.tane("schema", "--check").status == 0)
  }
}
