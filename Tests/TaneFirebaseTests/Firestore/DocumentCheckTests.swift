import Foundation
import TaneCore
import TaneFirebase
import TaneMapping
import Testing

@Suite("Documents are validated against types with Firestore's property types")
struct DocumentCheckTests {
  private struct Post: Codable {
    @DocumentID var id: String?
    let text: String
    let at: Timestamp
    let day: Date
    let place: GeoPoint?
    let author: DocumentReference
    let image: Data
    @ServerTimestamp var savedAt: Date?
    @ExplicitNull var replyTo: String?
    let link: URL?
    let parts: [Part]
  }

  private struct Part: Codable {
    @DocumentID var document: DocumentReference?
    let count: Int
  }

  /// A type whose initializer checks the document's identifier.
  private struct Named: Codable {
    @DocumentID var id: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _id = try container.decode(DocumentID<String>.self, forKey: .id)
      guard id == "p1" else { throw Unexpected(id: id) }
    }
  }

  private struct Unexpected: Error { let id: String? }

  private static let reference = "projects/p/databases/(default)/documents/users/u1"

  private func fields(_ changes: DocumentFields = [:]) throws -> DocumentFields {
    let time = DocumentValue.timestamp(DocumentTimestamp(microseconds: 0))
    let point = try #require(GeographicPoint(latitude: 35, longitude: 139))
    let fields: DocumentFields = [
      "text": .string("熱い"), "at": time, "day": time, "place": .geoPoint(point),
      "author": .reference(Self.reference), "image": .bytes([1]), "savedAt": .null,
      "replyTo": .null,
      "parts": .array([.map(["count": .double(2)])]),
    ]
    return changes.reduce(into: fields) { $0[$1.name] = $1.value }
  }

  private func findings(_ fields: DocumentFields) -> [String] {
    let path = DocumentPath(["posts", "p1"])
    return check(Post.self, in: Tree(document: fields), at: Address(document: path)).findings.map {
      "\($0.code) \($0.address?.path ?? .root): \($0.message)"
    }
  }

  @Test("Validation accepts documents that Firestore's decoder accepts")
  func right() throws {
    #expect(findings(try fields()) == [])
  }

  @Test("Validation of a document reports all mismatches with the expected tags")
  func wrong() throws {
    let time = DocumentValue.timestamp(DocumentTimestamp(microseconds: 0))
    var changed = try fields([
      "text": time, "at": .string("2026-01-31"), "day": .integer(1), "image": .string("AQ=="),
      "place": .map(["latitude": .integer(1), "longitude": .integer(2)]),
      "author": .string("users/u1"), "savedAt": .boolean(true), "link": .reference(Self.reference),
      "parts": .array([.map(["count": .double(2.5)])]),
    ])
    changed["replyTo"] = nil
    #expect(
      findings(changed) == [
        #"wrong-type /posts/p1/text: Post.text: expected String, found !timestamp "1970-01-01T00:00:00Z""#,
        #"wrong-type /posts/p1/at: Post.at: expected Timestamp (!timestamp), found string "2026-01-31""#,
        "wrong-type /posts/p1/day: Post.day: expected Date (!timestamp), found integer 1",
        "wrong-type /posts/p1/place: Post.place: expected GeoPoint (!geopoint), found map of 2",
        #"wrong-type /posts/p1/author: Post.author: expected DocumentReference (!reference), found"#
          + #" string "users/u1""#,
        #"wrong-type /posts/p1/image: Post.image: expected Data (!bytes), found string "AQ==""#,
        "wrong-type /posts/p1/savedAt: Post.savedAt: expected Timestamp (!timestamp), found boolean true",
        "missing-key /posts/p1/replyTo: Post.replyTo (ExplicitNull<String>) requires the key "
          + "\"replyTo\", which is missing",
        "wrong-type /posts/p1/link: Post.link: expected URL, found !reference"
          + " \"projects/p/databases/(default)/documents…\"",
        "unreadable-value /posts/p1/parts/0/count: Part.count: expected Int, found number 2.5, "
          + "which Int cannot represent exactly",
      ]
    )
  }

  @Test("Validation of a collection passes each document its identifier")
  func collection() throws {
    let tree = Tree(["p1": ["id": "x"], "p2": .map([])])
    let address = Address(service: Address.firestore, path: "/posts")
    let report = check([String: Named].self, in: tree, at: address)
    #expect(report.findings.map(\.address?.path) == ["/posts/p2"])
    #expect(
      report.findings.map { $0.message.contains("Unexpected(id: Optional(\"p2\"))") } == [true]
    )
  }

  @Test("Validation of a document reports that round trips are not checked")
  func roundTrips() throws {
    let path = DocumentPath(["posts", "p1"])
    let report = check(
      Post.self,
      in: Tree(document: try fields()),
      at: Address(document: path),
      options: MappingCheckOptions(extras: .roundTrip)
    )
    #expect(
      report.notChecked == [
        "whether values are written back unchanged: documents are written by Firestore's own "
          + "encoder"
      ]
    )
  }
}
