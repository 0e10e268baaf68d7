import Foundation
import TaneCore
import TaneFirebase
import TaneMapping
import TaneTesting
import Testing

@Suite("References write the same values as the SDK")
struct WritingTests {
  private let store = InMemoryTreeStore(service: "shops", now: { 1_714_555_800_000 })
  private let root: DatabaseReference

  init() {
    root = RealtimeDatabaseManager(databases: ["shops": store]).shopsReference
  }

  private func stored() async throws -> Tree { try await store.tree(at: .root) }

  @Test("Values of every supported type are written")
  func kinds() async throws {
    try await root.setValue(
      [
        "string": "麺屋", "substring": "abc".dropFirst(), "int": 5, "int8": Int8(-5),
        "uint64": UInt64(7), "double": 1.5, "float": Float(0.5), "cgfloat": CGFloat(2.5),
        "decimal": Decimal(12), "true": true, "false": false, "null": NSNull(),
        "none": Int?.none as Any, "some": Int?(3) as Any, "list": [1, "a", true],
        "ints": [1, 2], "nested": ["a": ["b": [String: Int]()]],
        "number": NSNumber(value: 4), "half": NSNumber(value: 0.5), "yes": NSNumber(value: true),
        "one": NSNumber(value: 1), "tree": Tree(["x": 1]), "text": NSString("ns"),
        "hashable": AnyHashable(9),
      ] as [String: Any]
    )
    let expected: TreeLiteral = [
      "string": "麺屋", "substring": "bc", "int": 5, "int8": -5, "uint64": 7, "double": 1.5,
      "float": 0.5, "cgfloat": 2.5, "decimal": 12, "true": true, "false": false, "some": 3,
      "list": [1, "a", true], "ints": [1, 2], "number": 4, "half": 0.5, "yes": true, "one": 1,
      "tree": ["x": 1], "text": "ns", "hashable": 9,
    ]
    #expect(try await stored() == Tree(expected).storedForm())
  }

  @Test("Scalars are written, and nil removes a value")
  func scalars() async throws {
    let name = root.child("shops/0/name")
    #expect(try await name.setValue("麺屋") == name)
    #expect(try await stored() == Tree(["shops": ["0": ["name": "麺屋"]]]))
    try await name.setValue(nil)
    #expect(try await stored() == .null)
    try await name.setValue(5)
    try await name.setValue(NSNull())
    #expect(try await stored() == .null)
    try await name.setValue(true)
    try await root.child("shops").removeValue()
    #expect(try await stored() == .null)
  }

  @Test("A server timestamp is written as the server's time")
  func serverTimestamp() async throws {
    try await root.child("at").setValue(ServerValue.timestamp())
    try await root.updateChildValues(["log/at": ServerValue.timestamp(), "log/by": "me"])
    #expect(
      try await stored()
        == Tree(["at": 1_714_555_800_000, "log": ["at": 1_714_555_800_000, "by": "me"]])
    )
  }

  @Test("An update writes several paths, deletes those set to null and keeps the rest")
  func update() async throws {
    try await root.setValue(["a": ["x": 1, "y": 2], "b": ["z": 3], "c": ["keep": 4]])
    try await root.updateChildValues([
      "a/x": 10, "/a/new/": ["deep": true], "b": NSNull(), "a/y": Int?.none as Any,
    ])
    #expect(
      try await stored() == Tree(["a": ["x": 10, "new": ["deep": true]], "c": ["keep": 4]])
    )
    let values: [String: Any] = ["x": 11]
    try await root.child("a").updateChildValues(values)
    #expect(try await root.child("a/x").getData().value as? Int == 11)
    try await root.updateChildValues([:])
  }

  @Test("A nested dictionary in an update replaces the child")
  func replacing() async throws {
    try await root.setValue(["a": ["x": 1, "y": 2]])
    try await root.updateChildValues(["a": ["z": 3]])
    #expect(try await stored() == Tree(["a": ["z": 3]]))
  }

  @Test("An update with overlapping paths is rejected")
  func overlap() async {
    #expect(
      await failure { try await root.updateChildValues(["a": 1, "a/b": 2]) }
        == #"shops:/: the keys "a" and "a/b" overlap: the second is below the first; write one of "#
        + #"them"#
    )
    #expect(
      await failure { try await root.child("s").updateChildValues(["a/": 1, "/a": 2]) }
        == #"shops:/s: the keys "a" and "a" are the same node; write one of them"#
    )
    #expect(
      await failure { try await root.child("s").updateChildValues(["/": 1]) }
        == #"shops:/s: the key "/" does not name a child"#
    )
  }

  @Test("All unsupported values are reported together, and nothing is written")
  func refusals() async throws {
    struct Point {}
    try await root.setValue(["kept": 1])
    let message = await failure {
      try await root.child("shop").setValue(["list": [1, Point()]])
    }
    #expect(
      message
        == "shops:/shop/list/1: a Point cannot be written; write a string, a number, a boolean, a list,"
        + " a dictionary or nil"
    )
    #expect(
      await failure { try await root.child("at").setValue(Date()) }
        == "shops:/at: a Date cannot be written; write its milliseconds since 1970, or text"
    )
    #expect(
      await failure { try await root.child("bytes").setValue([Data()]) }
        == "shops:/bytes/0: Data cannot be written; write its base64 text"
    )
    #expect(
      await failure { try await root.child("n").setValue(UInt64.max) }
        == "shops:/n: 18446744073709551615 does not fit in a 64-bit integer"
    )
    #expect(
      await failure { try await root.setValue([1: "a"]) }
        == "shops:/: the key 1 is a Int; keys must be strings"
    )
    #expect(
      await failure { try await root.updateChildValues([1: "a"]) }
        == "shops:/: the key 1 is a Int; keys must be strings"
    )
    #expect(
      await failure { try await root.setValue(["n": [".sv": "now"]]) }
        == "shops:/n: {\".sv\": now} is not a server value; use "
        + "ServerValue.timestamp() or ServerValue.increment(_:)"
    )
    #expect(
      await failure { try await root.updateChildValues(["a": Date(), "b": Point()]) }
        == "shops:/a: a Date cannot be written; write its milliseconds since 1970, or text\n"
        + "shops:/b: a Point cannot be written; write a string, a number, a boolean, a list, a"
        + " dictionary or nil"
    )
    #expect(try await stored() == Tree(["kept": 1]))
  }

  @Test("Keys and values that the Realtime Database does not support are rejected")
  func limits() async throws {
    #expect(
      await failure { try await root.child("x").setValue(Double.nan) }
        == "shops:/x: the Realtime Database cannot store .nan; use a finite number"
    )
    #expect(
      await failure { try await root.setValue(["x": ["a#b": 1, "": 2]]) }.split(separator: "\n")
        == [
          "shops:/x/\"\": a key cannot be empty in the Realtime Database",
          "shops:/x/a#b: the key \"a#b\" contains \"#\", which the Realtime Database forbids in "
            + "keys (. $ # [ ] / and control characters)",
        ]
    )
    #expect(try await stored() == .null)
  }

  @Test("An encodable value is written with the encoder's strategies")
  func encodable() async throws {
    struct Shop: Codable, Equatable {
      var shopName: String
      var phone: String?
      var openedAt: Date
    }
    let shop = Shop(shopName: "麺屋", phone: nil, openedAt: Date(timeIntervalSince1970: 60))
    try await write { try root.child("shops/0").setValue(from: shop, completion: $0) }
    #expect(try await root.child("shops/0").getData().data(as: Shop.self) == shop)
    var encoder = TreeEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .millisecondsSince1970
    try await write {
      try root.child("shops/0").setValue(from: shop, encoder: encoder, completion: $0)
    }
    #expect(
      try await root.child("shops/0").getData().tree
        == Tree(["shop_name": "麺屋", "opened_at": 60_000])
    )
    #expect(
      await failure { try await write { try root.setValue(from: ["a.b": 1], completion: $0) } }
        == "shops:/a.b: the key \"a.b\" contains \".\", which the Realtime Database forbids in "
        + "keys (. $ # [ ] / and control characters)"
    )
  }

  /// Waits for the completion of a write.
  private func write(_ start: (@escaping ((any Error)?) -> Void) throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      do {
        try start { error in done.resume(with: error.map { .failure($0) } ?? .success(())) }
      } catch {
        done.resume(throwing: error)
      }
    }
  }
}

/// Tests that values isolated to an actor can be written from that actor, although they are not
/// `Sendable`.
@MainActor
struct ActorIsolatedWritingTests {
  private var values: [String: Any] = ["name": "麺屋", "rating": 4.5]

  @Test("Values isolated to the main actor can be written to a database")
  func isolatedValue() async throws {
    let root = RealtimeDatabaseManager(databases: ["shops": InMemoryTreeStore()]).shopsReference
    try await root.child("a").setValue(values)
    try await root.child("b").updateChildValues(values)
    #expect(try await root.child("a").getData().value as? [String: Any] != nil)
    #expect(try await root.child("b/rating").getData().value as? Double == 4.5)
  }

  @Test("A transaction block can change state of the main actor")
  func isolatedTransaction() async throws {
    let root = RealtimeDatabaseManager(databases: ["shops": InMemoryTreeStore()]).shopsReference
    var runs = 0
    let (committed, _) = try await root.child("a").runTransactionBlock { data in
      runs += 1
      data.value = values
      return .success(withValue: data)
    }
    #expect(committed)
    #expect(runs == 1)
    #expect(try await root.child("a/name").getData().value as? String == "麺屋")
  }

  @Test("Values isolated to the main actor can be written to a document")
  func isolatedDocument() async throws {
    let firestore = FirestoreManager(documents: InMemoryDocumentStore()).firestore
    let post = try await firestore.collection("posts").addDocument(data: values)
    try await post.setData(values, merge: true)
    try await post.updateData(["rating": values["rating"] as Any])
    #expect(try await post.getDocument()["rating"] as? Double == 4.5)
  }
}
