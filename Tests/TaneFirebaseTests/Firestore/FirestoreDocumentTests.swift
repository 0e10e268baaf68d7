import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Documents are written and read like with Firebase's SDK")
struct FirestoreDocumentTests {
  private let store = InMemoryDocumentStore(service: "firestore", now: { 1_714_555_800_123 })
  private let firestore: Firestore
  private var post: DocumentReference { firestore.document("posts/1") }

  init() {
    firestore = FirestoreManager(documents: store).firestore
  }

  private func fields(_ path: String = "posts/1") async throws -> DocumentFields? {
    try await store.document(at: DocumentPath(parsing: path))?.fields
  }

  @Test("Field values of every type are written and read back")
  func values() async throws {
    let time = Timestamp(seconds: 1, nanoseconds: 5_000)
    let other = firestore.document("users/a")
    try await post.setData([
      "text": "熱い", "int": 5, "int8": Int8(-1), "double": 1.5, "bool": true, "null": NSNull(),
      "none": Int?.none as Any, "date": Date(timeIntervalSince1970: 2), "time": time,
      "bytes": Data([1, 2]), "place": GeoPoint(latitude: 35, longitude: 139), "ref": other,
      "list": [1, "a", ["k": true]] as [Any], "map": ["a": ["b": 1]], "empty": [String: Any](),
      "number": NSNumber(value: 7), "yes": NSNumber(value: true),
    ])
    #expect(
      try await fields() == [
        "text": .string("熱い"), "int": .integer(5), "int8": .integer(-1), "double": .double(1.5),
        "bool": .boolean(true), "null": .null, "none": .null,
        "date": .timestamp(DocumentTimestamp(microseconds: 2_000_000)),
        "time": .timestamp(DocumentTimestamp(microseconds: 1_000_005)), "bytes": .bytes([1, 2]),
        "place": .geoPoint(try #require(GeographicPoint(latitude: 35, longitude: 139))),
        "ref": .reference("projects/local/databases/(default)/documents/users/a"),
        "list": .array([.integer(1), .string("a"), .map(["k": .boolean(true)])]),
        "map": .map(["a": .map(["b": .integer(1)])]), "empty": .map([:]), "number": .integer(7),
        "yes": .boolean(true),
      ]
    )
    let snapshot = try await post.getDocument()
    let data = try #require(snapshot.data())
    #expect(data["int"] as? Int == 5)
    #expect(data["time"] as? Timestamp == time)
    #expect((data["date"] as? Timestamp)?.dateValue() == Date(timeIntervalSince1970: 2))
    #expect(data["bytes"] as? Data == Data([1, 2]))
    #expect(data["place"] as? GeoPoint == GeoPoint(latitude: 35, longitude: 139))
    #expect(data["ref"] as? DocumentReference == other)
    #expect(data["null"] is NSNull)
    #expect(snapshot["map.a.b"] as? Int == 1)
    #expect(snapshot.get("map.x") == nil)
    #expect(snapshot.get("no..field") == nil)
    #expect(snapshot.exists)
    #expect(snapshot.documentID == "1")
    #expect(snapshot.reference == post)
  }

  @Test("A missing document has no data, and updating it fails")
  func missing() async throws {
    let snapshot = try await post.getDocument()
    #expect(!snapshot.exists)
    #expect(snapshot.data() == nil)
    #expect(snapshot.get("a") == nil)
    #expect(
      await failure { try await post.updateData(["a": 1]) } == "the document posts/1 does not exist"
    )
    let error = await #expect(throws: FirestoreError.self) { try await post.updateData(["a": 1]) }
    #expect(error?.code == .notFound)
    #expect(error?.errorCode == 5)
    try await post.delete()
  }

  @Test("Setting a document replaces it, merging keeps other fields, and updates accept paths")
  func writes() async throws {
    try await post.setData(["a": 1, "b": ["x": 1, "y": 2]])
    try await post.setData(["b": ["x": 9], "c": FieldValue.serverTimestamp()], merge: true)
    #expect(
      try await fields() == [
        "a": .integer(1), "b": .map(["x": .integer(9), "y": .integer(2)]),
        "c": .timestamp(DocumentTimestamp(milliseconds: 1_714_555_800_123)),
      ]
    )
    try await post.setData(["a": FieldValue.delete(), "d": 4], merge: true)
    try await post.updateData([
      "b.x": 10, "c": ["new": true], "list": FieldValue.arrayUnion([1, 2]),
    ])
    try await post.updateData([
      "d": FieldValue.increment(Int64(2)), "b.y": FieldValue.delete(),
      "list": FieldValue.arrayRemove([1]), "half": FieldValue.increment(0.5),
    ])
    #expect(
      try await fields() == [
        "b": .map(["x": .integer(10)]), "c": .map(["new": .boolean(true)]), "d": .integer(6),
        "half": .double(0.5), "list": .array([.integer(2)]),
      ]
    )
    try await post.setData(["d": 1, "b": ["z": 1], "x": 2], mergeFields: ["b", "d"])
    #expect(try await fields()?["b"] == .map(["z": .integer(1)]))
    #expect(try await fields()?["x"] == nil)
    try await post.setData(["only": 1])
    #expect(try await fields() == ["only": .integer(1)])
    try await post.delete()
    #expect(try await fields() == nil)
  }

  @Test("The error for an invalid value names its field")
  func refusals() async throws {
    struct Point {}
    #expect(
      await failure { try await post.setData(["a": ["b": [Point()]]]) }
        == "firestore:/posts/1: field a.b[0]: a Point cannot be written; write a string, a number, a"
        + " boolean, a Date, Data, a GeoPoint, a DocumentReference, an array, a dictionary or nil"
    )
    #expect(
      await failure { try await post.setData(["a": GeoPoint(latitude: 91, longitude: 0)]) }
        == "firestore:/posts/1: field a: 91.0, 0.0 is not a geopoint: the latitude must be from "
        + "-90 to 90, and the longitude from -180 to 180"
    )
    #expect(
      await failure { try await post.setData(["a": [FieldValue.serverTimestamp()]]) }
        == "firestore:/posts/1: field a[0]: a FieldValue must be the value of a field, not inside "
        + "an array"
    )
    #expect(
      await failure { try await post.setData(["a": FieldValue.delete()]) }
        == "firestore:/posts/1: FieldValue.delete() for a is allowed only with merge or in "
        + "updateData; omit the field instead"
    )
    #expect(
      await failure { try await post.setData(["a": 1], mergeFields: ["b"]) }
        == "firestore:/posts/1: mergeFields contains b, which is not in the data"
    )
    #expect(
      await failure { try await post.updateData(["a": 1, "a.b": 2]) }
        .hasPrefix("firestore:/posts/1: the fields a")
    )
    #expect(
      await failure { try await post.updateData(["a..b": 1]) }
        == #"firestore:/posts/1: "a..b" is not a field: write names with a dot between them, such as"#
        + " place.city"
    )
    #expect(
      await failure { try await firestore.document("posts").setData([:]) }
        == "firestore:/posts: a document's path has an even number of segments; this one has 1: name a"
        + " document of the collection"
    )
    #expect(
      await failure { try await firestore.document("posts/..").getDocument() }
        == #"firestore:/posts/..: The identifier ".." is not allowed, because it denotes a folder."#
    )
  }

  @Test("References have parents and children, and new identifiers have 20 letters and digits")
  func references() throws {
    let comments = firestore.collection("/posts/1//comments/")
    #expect(comments.path == "posts/1/comments")
    #expect(comments.collectionID == "comments")
    #expect(comments.parent == post)
    #expect(firestore.collection("posts").parent == nil)
    #expect(post.collection("comments") == comments)
    #expect(post.parent == firestore.collection("posts"))
    #expect(comments.document("a").path == "posts/1/comments/a")
    let id = comments.document().documentID
    #expect(id.count == 20)
    #expect(id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
    #expect(comments.document() != comments.document())
    #expect("\(comments.document("a"))" == "firestore:/posts/1/comments/a")
  }

  @Test("A batch is written atomically, in order and only once")
  func batches() async throws {
    let batch = firestore.batch()
    batch.setData(["n": 1], forDocument: post)
    batch.updateData(["n": FieldValue.increment(Int64(1))], forDocument: post)
    batch.setData(["m": 1], forDocument: post, merge: true)
    batch.deleteDocument(firestore.document("posts/2"))
    try await batch.commit()
    #expect(try await fields() == ["m": .integer(1), "n": .integer(2)])
    #expect(
      await failure { try await batch.commit() }
        == "the batch was already committed; create another with batch()"
    )
    let failing = firestore.batch()
    failing.setData(["n": 9], forDocument: post)
    failing.updateData(["n": 9], forDocument: firestore.document("posts/none"))
    #expect(
      await failure { try await failing.commit() } == "the document posts/none does not exist"
    )
    #expect(try await fields()?["n"] == .integer(2))
    let wrong = firestore.batch().setData(["a": FieldValue.delete()], forDocument: post)
    #expect(
      await failure { try await wrong.commit() }.hasPrefix(
        "firestore:/posts/1: FieldValue.delete()"
      )
    )
  }

  @Test("Timestamps support times before 1970 and clamp times out of range")
  func timestamps() {
    let early = Timestamp(date: Date(timeIntervalSince1970: -0.25))
    #expect(early == Timestamp(seconds: -1, nanoseconds: 750_000_000))
    #expect(
      Timestamp(date: Date(timeIntervalSince1970: 1e300))
        == Timestamp(seconds: .max, nanoseconds: 0)
    )
    #expect(
      Timestamp(date: Date(timeIntervalSince1970: -.infinity))
        == Timestamp(seconds: .min, nanoseconds: 0)
    )
    #expect(early.dateValue() == Date(timeIntervalSince1970: -0.25))
    #expect("\(early)" == "1969-12-31T23:59:59.750000Z")
    #expect("\(Timestamp(seconds: .max, nanoseconds: 0))" == "9999-12-31T23:59:59.999999Z")
    #expect("\(Timestamp(seconds: .min, nanoseconds: 0))" == "0001-01-01T00:00:00.000000Z")
    #expect(Timestamp(seconds: 1, nanoseconds: 0) < Timestamp(seconds: 1, nanoseconds: 1))
  }

  @Test("Using Firestore throws without an environment or if it has no Firestore")
  func environments() async throws {
    let manager = FirestoreManager()
    let none = "no environment is active; call EnvironmentProfiles.load(from:).activate(_:) first"
    #expect(await failure { try await manager.firestore.document("a/b").getDocument() } == none)
    manager.use(documents: nil, environment: "bare")
    let message =
      #"environment "bare" has no Firestore; add it to its profile, for example "firestore:"#
      + #" embedded:firestore""#
    #expect(await failure { try await manager.firestore.document("a/b").setData([:]) } == message)
    #expect(await failure { try await manager.firestore.collection("a").getDocuments() } == message)
    #expect(manager.environment == "bare")
    let before = FirestoreManager(documents: store).firestore.document("posts/1")
    #expect(before.firestore.environment == "local")
  }
}
