import DemoModels
import Foundation
import TaneCore
import TaneFirebase
import TaneMapping
import TaneTesting
import Testing

@Suite("A snapshot returns data in the same form as Firebase's clients")
struct DataSnapshotTests {
  private func snapshot(_ literal: TreeLiteral, at path: String = "") async throws -> DataSnapshot {
    let manager = RealtimeDatabaseManager(
      databases: ["shops": InMemoryTreeStore(Tree(literal).storedForm())])
    return try await manager.shopsReference.child(path).getData()
  }

  @Test("A snapshot's value consists of native strings, numbers, Booleans, arrays and maps")
  func value() async throws {
    let snapshot = try await snapshot([
      "string": "麺屋", "int": 5, "double": 1.5, "bool": true, "list": ["a", nil, "c"],
      "sparse": ["10": 1, "20": 2], "empty": [],
    ])
    let value = try #require(snapshot.value as? [String: Any])
    #expect(value["string"] as? String == "麺屋")
    #expect(value["int"] as? Int == 5)
    #expect(value["double"] as? Double == 1.5)
    #expect(value["bool"] as? Bool == true)
    let list = try #require(value["list"] as? [Any])
    #expect(list.count == 3)
    #expect(list[1] is NSNull)
    #expect(list[2] as? String == "c")
    #expect(value["sparse"] as? [String: Int] == ["10": 1, "20": 2])
    #expect(value["empty"] == nil)
  }

  @Test("The snapshot of a missing value is NSNull and has no children")
  func nothing() async throws {
    let snapshot = try await snapshot(["a": 1], at: "b/c")
    #expect(snapshot.value is NSNull)
    #expect(!snapshot.exists())
    #expect(snapshot.childrenCount == 0)
    #expect(!snapshot.hasChildren())
    #expect(snapshot.children.allObjects.isEmpty)
    #expect(snapshot.key == "c")
    #expect("\(snapshot)" == "shops:/b/c (nothing)")
  }

  @Test("The children of a snapshot are in key order and have references")
  func children() async throws {
    let snapshot = try await snapshot(["s": ["b": 1, "10": 2, "9": ["x": 3], "a": 4]], at: "s")
    #expect(snapshot.childrenCount == 4)
    #expect(snapshot.hasChildren())
    #expect(snapshot.children.map(\.key) == ["9", "10", "a", "b"])
    #expect(
      snapshot.children.map { "\($0.ref)" } == [
        "shops:/s/9", "shops:/s/10", "shops:/s/a", "shops:/s/b",
      ]
    )
    #expect(snapshot.children.allObjects[2].value as? Int == 4)
    #expect(try await snapshot.children.allObjects[0].ref.getData().hasChild("x"))
    #expect("\(snapshot)" == "shops:/s (map of 4)")
  }

  @Test("A snapshot finds children by path, including elements of lists")
  func paths() async throws {
    let snapshot = try await snapshot(["shops": [["name": "麺屋", "foods": [["id": "f"]]]]])
    #expect(snapshot.hasChild("shops/0/foods/0/id"))
    #expect(snapshot.hasChild("/shops/0/"))
    #expect(!snapshot.hasChild("shops/1"))
    #expect(!snapshot.hasChild("shops/0/name/x"))
    let food = snapshot.childSnapshot(forPath: "shops/0/foods/0/id")
    #expect(food.value as? String == "f")
    #expect(food.key == "id")
    #expect("\(food.ref)" == "shops:/shops/0/foods/0/id")
    #expect(snapshot.childSnapshot(forPath: "no/such").value is NSNull)
    #expect("\(snapshot.childSnapshot(forPath: "shops"))" == "shops:/shops (list of 1)")
  }

  private static let shop: TreeLiteral = [
    "id": 0, "name": "麺屋", "shop_image_url": "https://example.com/0.jpg",
    "updated_at": "2026-04-01T04:47:38Z",
    "foods": [
      [
        "id": "1000001_main_food", "image_url": "https://example.com/f.jpg",
        "uploaded_user": "user000001",
      ]
    ],
  ]
  private static let user: TreeLiteral = [
    "name": "花子", "user_rank": "SS", "available_point": 120, "created_at": "2024-05-01T09:30:00Z",
  ]

  @Test("A list decodes as an array")
  func listForm() async throws {
    let shops = try await snapshot(["shops": [Self.shop]], at: "shops").data(as: [Shop].self)
    #expect(shops.map(\.name) == ["麺屋"])
    #expect(shops[0].foodImages.map(\.uploadedUser) == ["user000001"])
    #expect(shops[0].shopImageURL?.absoluteString == "https://example.com/0.jpg")
  }

  @Test("A map decodes as a dictionary, or child by child")
  func keyedForm() async throws {
    let snapshot = try await snapshot(
      ["users": ["1000002": Self.user, "1000001": Self.user]],
      at: "users"
    )
    let users = try snapshot.data(as: [String: UserInformation].self)
    #expect(users["1000001"]?.userRank == .ss)
    #expect(users["1000002"]?.avatarImageURL == nil)
    let list = try snapshot.children.map {
      DemoModels.User(id: $0.key, information: try $0.data(as: UserInformation.self))
    }
    #expect(list.map(\.id) == ["1000001", "1000002"])
  }

  @Test("A missing value decodes as an optional type only")
  func missing() async throws {
    let snapshot = try await snapshot(["a": 1], at: "shops/7")
    #expect(try snapshot.data(as: Shop?.self) == nil)
    #expect(
      await failure { try snapshot.data(as: Shop.self) }
        == """
        Shop cannot decode shops:/shops/7: 1 error
        error: expected a map, found null [null-value]
          shops:/shops/7
        """
    )
    let error = #expect(throws: DataMappingError.self) { try snapshot.data(as: Int.self) }
    guard case DecodingError.valueNotFound? = error?.underlyingError else {
      Issue.record("\(String(describing: error?.underlyingError)) is another error")
      return
    }
  }

  @Test("A decoding error lists every mismatch with the type")
  func errors() async throws {
    let snapshot = try await snapshot(
      ["shops": [Self.shop, ["id": "one", "name": 5, "updatedAt": "x", "foods": [["id": "a"]]]]],
      at: "shops"
    )
    let error = try #require(throws: DataMappingError.self) { try snapshot.data(as: [Shop].self) }
    #expect(error.typeName == "Array<Shop>")
    #expect(error.address == Address(service: "shops", path: "/shops"))
    #expect(
      error.findings.map { "\($0.address?.description ?? "") \($0.code): \($0.message)" } == [
        #"shops:/shops/1/id wrong-type: Shop.shopID: expected Int, found string "one""#,
        "shops:/shops/1/name wrong-type: Shop.name: expected String, found integer 5",
        "shops:/shops/1/updated_at missing-key: Shop.updatedAt (String) requires the key "
          + "\"updated_at\", which is missing; did you mean \"updated_at\" instead of "
          + "\"updatedAt\"?",
        "shops:/shops/1/foods/0/uploaded_user missing-key: FoodImage.uploadedUser (String) "
          + "requires the key \"uploaded_user\", which is missing",
      ]
    )
    #expect(
      await failure { try snapshot.childSnapshot(forPath: "0/name").data(as: Int.self) }
        == """
        Int cannot decode shops:/shops/0/name: 1 error
        error: expected Int, found string "麺屋" [wrong-type]
          shops:/shops/0/name
        """
    )
  }

  @Test("A decoding error lists at most 100 errors and states that there may be more")
  func manyErrors() async throws {
    let texts = (0..<150).map { TreeLiteral.string("\($0)") }
    let snapshot = try await snapshot(["list": .list(texts)], at: "list")
    let error = try #require(throws: DataMappingError.self) { try snapshot.data(as: [Int].self) }
    #expect(error.findings.count == 100)
    #expect(error.notChecked == ["everything after the first 100 findings"])
    let lines = error.description.split(separator: "\n")
    #expect(lines.first == "Array<Int> cannot decode shops:/list: 100 errors or more")
    #expect(lines.last == "not checked: everything after the first 100 findings")
  }

  @Test("A snapshot decodes with a custom decoder's strategies")
  func decoder() async throws {
    struct Stamp: Decodable { let createdAt: Date }
    var decoder = TreeDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let stamp = try await snapshot(["users": ["1": Self.user]], at: "users/1")
      .data(as: Stamp.self, decoder: decoder)
    #expect(stamp.createdAt == Date(timeIntervalSince1970: 1_714_555_800))
  }
}
