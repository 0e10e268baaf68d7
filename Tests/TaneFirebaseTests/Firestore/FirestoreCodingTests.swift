import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Codable types are encoded and decoded by Firebase's rules")
struct FirestoreCodingTests {
  private let store = InMemoryDocumentStore(now: { 1_714_555_800_123 })
  private let firestore: Firestore
  private var post: DocumentReference { firestore.document("posts/1") }

  init() {
    firestore = FirestoreManager(documents: store).firestore
  }

  private struct Author: Codable, Equatable {
    @DocumentID var postID: String?
    var name: String
  }

  private enum Mood: String, Codable { case hot, mild }

  private struct Post: Codable, Equatable {
    @DocumentID var id: String?
    @ServerTimestamp var createdAt: Date?
    @ExplicitNull var replyTo: String?
    var text: String
    var note: String?
    var author: Author
    var mood: Mood
    var likes: Int
    var ratio: Double
    var small: UInt8
    var link: URL
    var at: Date
    var bytes: Data
    var place: GeoPoint
    var room: DocumentReference
    var time: Timestamp
    var tags: [String]
    var counts: [String: Int]
    var maybe: [Int?]
  }

  private var sample: Post {
    Post(
      id: "ignored",
      createdAt: nil,
      replyTo: nil,
      text: "熱い",
      note: nil,
      author: Author(name: "花子"),
      mood: .hot,
      likes: 3,
      ratio: 0.5,
      small: 200,
      link: URL(fileURLWithPath: "/a"),
      at: Date(timeIntervalSince1970: 1.5),
      bytes: Data([1]),
      place: GeoPoint(latitude: 1, longitude: 2),
      room: firestore.document("rooms/a"),
      time: Timestamp(seconds: 5, nanoseconds: 0),
      tags: ["a"],
      counts: ["snake_key": 1],
      maybe: [1, nil]
    )
  }

  @Test("Properties of every supported type are written to a document and read back")
  func roundTrip() async throws {
    try post.setData(from: sample)
    try await firestore.waitForPendingWrites()
    let fields = try #require(try await store.document(at: DocumentPath(parsing: "posts/1"))).fields
    #expect(fields["id"] == nil)
    #expect(fields["note"] == nil)
    #expect(fields["replyTo"] == .null)
    #expect(fields["createdAt"] == .timestamp(DocumentTimestamp(milliseconds: 1_714_555_800_123)))
    #expect(fields["author"] == .map(["name": .string("花子")]))
    #expect(fields["at"] == .timestamp(DocumentTimestamp(microseconds: 1_500_000)))
    #expect(fields["bytes"] == .bytes([1]))
    #expect(fields["small"] == .integer(200))
    #expect(fields["room"] == .reference("projects/local/databases/(default)/documents/rooms/a"))
    #expect(fields["maybe"] == .array([.integer(1), .null]))
    var expected = sample
    expected.id = "1"
    expected.author.postID = "1"
    expected.createdAt = Timestamp(seconds: 1_714_555_800, nanoseconds: 123_000_000).dateValue()
    #expect(try await post.getDocument(as: Post.self) == expected)
    #expect(try await post.getDocument().data(as: Post?.self) == expected)
    #expect(try await firestore.document("posts/none").getDocument().data(as: Post?.self) == nil)
  }

  @Test("Writing a value and writing its encoded data give the same document")
  func encodedData() async throws {
    try post.setData(from: sample)
    try await firestore.document("posts/2").setData(Firestore.Encoder().encode(sample))
    let first = try await store.document(at: DocumentPath(parsing: "posts/1"))?.fields
    let second = try await store.document(at: DocumentPath(parsing: "posts/2"))?.fields
    #expect(first != nil && first == second)
  }

  @Test("Awaited reads, queries, counts and writes run after pending writes")
  func pending() async throws {
    for number in 0..<20 {
      try post.setData(from: ["n": number])
      #expect(try await post.getDocument().get("n") as? Int == number)
      try post.setData(from: ["n": -number])
      let found = try await firestore.collection("posts").whereField("n", isEqualTo: -number)
        .getDocuments()
      #expect(found.count == 1)
      try post.setData(from: ["n": number, "m": number])
      try await post.updateData(["n": 100])
      #expect(try await post.getDocument().data() as? [String: Int] == ["n": 100, "m": number])
      try firestore.collection("added").addDocument(from: ["n": number])
      let count = try await firestore.collection("added").count.getAggregation(source: .server)
      #expect(count.count == NSNumber(value: number + 1))
    }
  }

  @Test("Key and date strategies apply to properties but not to dictionary keys")
  func strategies() async throws {
    struct Room: Codable, Equatable {
      var roomName: String
      var openedAt: Date
      var byDay: [String: Int]
    }
    let room = Room(roomName: "a", openedAt: Date(timeIntervalSince1970: 2), byDay: ["mon_day": 1])
    var encoder = FirestoreEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .millisecondsSince1970
    try post.setData(from: room, encoder: encoder)
    try await firestore.waitForPendingWrites()
    let fields = try await store.document(at: DocumentPath(parsing: "posts/1"))?.fields
    #expect(
      fields == [
        "room_name": .string("a"), "opened_at": .double(2000),
        "by_day": .map(["mon_day": .integer(1)]),
      ]
    )
    var decoder = FirestoreDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .millisecondsSince1970
    #expect(try await post.getDocument().data(as: Room.self, decoder: decoder) == room)
  }

  @Test("Numbers decode exactly, and Booleans do not decode as numbers")
  func numbers() async throws {
    struct Numbers: Codable, Equatable {
      var whole: Int
      var double: Double
    }
    try await post.setData(["whole": 5.0, "double": 3])
    #expect(try await post.getDocument().data(as: Numbers.self) == Numbers(whole: 5, double: 3))
    try await post.setData(["whole": 5.5, "double": 3])
    #expect(
      await failure { try await post.getDocument().data(as: Numbers.self) }
        == """
        Numbers cannot decode firestore:/posts/1: 1 error
        error: Numbers.whole: expected Int, found number 5.5, which Int cannot represent exactly \
        [unreadable-value]
          firestore:/posts/1/whole
        """
    )
    try await post.setData(["whole": true, "double": 3])
    #expect(
      await failure { try await post.getDocument().data(as: Numbers.self) }
        .contains("expected Int, found boolean true [wrong-type]")
    )
    #expect(
      await failure { try post.setData(from: Numbers(whole: 1, double: .nan)) }
        .contains("nan is not a finite number")
    )
  }

  @Test("A document's decoding error names the field and suggests a spelling")
  func errors() async throws {
    try await post.setData(["text": "a", "auther": ["name": 5]])
    struct Short: Codable {
      var text: String
      var author: [String: String]
    }
    #expect(
      await failure { try await post.getDocument().data(as: Short.self) }
        == """
        Short cannot decode firestore:/posts/1: 1 error
        error: Short.author ([String: String]) requires the key "author", which is missing; did you mean "author" instead of "auther"? [missing-key]
          firestore:/posts/1/author
        """
    )
    struct Wrong: Codable { var auther: Author }
    let error = try #require(
      await #expect(throws: DataMappingError.self) {
        try await post.getDocument().data(as: Wrong.self)
      }
    )
    #expect(error.findings.map(\.address?.description) == ["firestore:/posts/1/auther/name"])
    #expect(error.findings.map(\.message) == ["Author.name: expected String, found integer 5"])
    #expect(
      await failure { try await firestore.document("posts/none").getDocument(as: Short.self) }
        .contains("expected a map, found null [null-value]")
    )
  }

  @Test("Missing fields of property wrappers fail to decode, as with Firebase's SDK")
  func wrappers() async throws {
    struct Stamped: Codable {
      @ServerTimestamp var at: Timestamp?
    }
    struct Nullable: Codable {
      @ExplicitNull var text: String?
    }
    try await post.setData([:])
    for operation in [
      { _ = try await post.getDocument().data(as: Stamped.self) },
      { _ = try await post.getDocument().data(as: Nullable.self) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: DataMappingError.self) { try await operation() }
      #expect(error?.findings.map(\.code) == [.missingKey])
    }
    try await post.setData(["at": NSNull(), "text": NSNull()])
    #expect(try await post.getDocument().data(as: Stamped.self).at == nil)
    #expect(try await post.getDocument().data(as: Nullable.self).text == nil)
    try await post.setData(["text": "x", "at": Timestamp(seconds: 3, nanoseconds: 0)])
    #expect(try await post.getDocument().data(as: Nullable.self).text == "x")
    #expect(try await post.getDocument().data(as: Stamped.self).at?.seconds == 3)
  }

  @Test("Types specific to Firestore fail with other encoders and decoders")
  func otherCoders() {
    struct Identified: Codable {
      @DocumentID var id: String?
    }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Identified(id: "1")) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Identified.self, from: Data(#"{"id": "1"}"#.utf8))
    }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([post]) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([FieldValue.serverTimestamp()]) }
  }

  @Test("Only values that encode as maps are documents, and merging keeps other fields")
  func documents() async throws {
    #expect(
      await failure { try post.setData(from: [1, 2]) }.contains(
        "a document must be a map, not a Array<Int>"
      )
    )
    try await post.setData(["kept": 1, "map": ["a": 1, "b": 2]])
    try post.setData(from: ["map": ["a": 9]], merge: true)
    try await firestore.waitForPendingWrites()
    #expect(
      try await store.document(at: DocumentPath(parsing: "posts/1"))?.fields
        == ["kept": .integer(1), "map": .map(["a": .integer(9), "b": .integer(2)])]
    )
    let added = try firestore.collection("posts").addDocument(from: ["text": "x"])
    try await firestore.waitForPendingWrites()
    #expect(try await added.getDocument()["text"] as? String == "x")
    let other = try await firestore.collection("posts").addDocument(data: ["text": "y"])
    #expect(try await other.getDocument().data(as: [String: String].self) == ["text": "y"])
    let batch = try firestore.batch().setData(from: ["n": 1], forDocument: post)
    try await batch.commit()
    #expect(try await post.getDocument().data(as: [String: Int].self) == ["n": 1])
  }

  @Test("Encoding a value that a document cannot store fails and names the field")
  func unencodable() async throws {
    struct Holder<Value: Codable>: Codable { var v: Value }
    func fails(_ value: some Codable) async -> String {
      await failure { try post.setData(from: Holder(v: value)) }
    }
    let tooLarge = "18446744073709551615 does not fit in a 64-bit integer"
    #expect(await fails(UInt64.max).contains(tooLarge))
    #expect(await fails([UInt128(UInt64.max)]).contains(tooLarge))
    #expect(await fails(Decimal.nan).contains("nan is not a finite number"))
    #expect(
      await fails(GeoPoint(latitude: 91, longitude: 0))
        .contains(
          "field v: 91.0, 0.0 is not a geopoint: the latitude must be from -90 to 90, and the "
            + "longitude from -180 to 180"
        )
    )
    #expect(
      await fails(FieldValue.delete())
        .contains("field v: FieldValue.delete() cannot be encoded; use updateData(_:)")
    )
    #expect(
      await fails([FieldValue.serverTimestamp()])
        .contains("field v: a FieldValue must be the value of a field, not inside an array")
    )
    try post.setData(from: Holder(v: [Decimal(1)]))
    try await firestore.waitForPendingWrites()
    let path = DocumentPath(parsing: "posts/1")
    #expect(try await store.document(at: path)?.fields == ["v": .array([.double(1)])])
    try post.setData(from: Holder(v: ["a": Int128(Int64.min)]))
    try await firestore.waitForPendingWrites()
    let map: DocumentValue = .map(["a": .integer(.min)])
    #expect(try await store.document(at: path)?.fields == ["v": map])
  }

  @Test("Subclasses, nested containers and enums with payloads are encoded and decoded")
  func containers() async throws {
    enum Event: Codable, Equatable {
      case started(at: Int)
      case ended
    }
    class Base: Codable { var base = 1 }
    final class Derived: Base {
      var own = 2
      override init() { super.init() }
      private enum CodingKeys: String, CodingKey { case own }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        own = try container.decode(Int.self, forKey: .own)
        try super.init(from: container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(own, forKey: .own)
        try super.encode(to: container.superEncoder())
      }
    }
    struct Holder: Codable {
      var events: [Event]
      var pairs: [[String: [Int]]]
    }
    let holder = Holder(events: [.started(at: 1), .ended], pairs: [["a": [1, 2]]])
    try post.setData(from: holder)
    try await firestore.waitForPendingWrites()
    let read = try await post.getDocument().data(as: Holder.self)
    #expect(read.events == holder.events)
    #expect(read.pairs == holder.pairs)
    let derived = Derived()
    derived.base = 5
    let data = firestore.document("posts/2")
    try data.setData(from: derived)
    try await firestore.waitForPendingWrites()
    #expect(try await data.getDocument().data(as: Derived.self).base == 5)
  }
}
