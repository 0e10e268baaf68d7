import SystemPackage
import TaneCore
import Testing

@testable import TaneProject

@Suite("Services that an app's code states")
struct AppCodeTests {
  private static let models = """
    struct Room: Codable {}
    struct Message: Codable {}
    struct Shop: Codable {}
    """

  private func environments(_ code: String, projects: [String] = ["my-app"]) throws
    -> SetupEnvironments
  {
    var files = InMemoryFiles()
    files.write(Self.models, to: "/app/App/Models.swift")
    files.write(code, to: "/app/App/Code.swift")
    files.write("{}", to: "/app/firebase.json")
    return SetupEnvironments(
      of: try AppFolder("/app", files: files),
      projects: Dictionary(uniqueKeysWithValues: projects.map { ($0, $0) }),
      kinds: [.databases, .firestore, .buckets]
    )
  }

  @Test(
    "The types with which the code reads places become mappings",
    arguments: [
      (
        "try await db.collection(\"rooms\").document(id).getDocument(as: Room.self)",
        "rooms/*: Room"
      ),
      ("try await db.document(\"rooms/r1\").getDocument().data(as: Room.self)", "rooms/r1: Room"),
      (
        """
        try await db.collection("rooms")
          .whereField("open", isEqualTo: true)
          .getDocuments().documents.map { try $0.data(as: Room.self) }
        """, "rooms/*: Room"
      ),
      (
        """
        db.collection("rooms").document(id).collection("messages").addSnapshotListener { snapshot, _ in
          self.messages = snapshot?.documents.compactMap { try? $0.data(as: Message.self) } ?? []
        }
        """, "rooms/*/messages/*: Message"
      ),
      (
        #"""
        let snapshot = try await db.collection("rooms/\(id)/messages").getDocuments()
        for document in snapshot.documents { found.append(try document.data(as: Message.self)) }
        """#, "rooms/*/messages/*: Message"
      ),
    ]
  )
  func documents(code: String, expected: String) throws {
    let text = "class Store {\n  let db = Firestore.firestore()\n  func read() {\n\(code)\n  }\n}"
    let mappings = try environments(text).mappings
    #expect(mappings.map { "\($0.key): \($0.value)" } == ["firestore:/\(expected)"])
  }

  @Test(
    "Code whose place or type is unclear becomes no mapping",
    arguments: [
      "func f(room: DocumentReference) { room.collection(\"messages\").document(id).getDocument(as: Message.self) }",
      "func f(db: Firestore) { db.collection(\"rooms\").document(id).getDocument(as: Room.self) }",
      "// db.collection(\"rooms\").document(id).getDocument(as: Room.self)",
      "let text = \"db.collection(rooms).document(id).getDocument(as: Room.self)\"",
      "func f<T: Decodable>() { db.collection(\"rooms\").document(id).getDocument(as: T.self) }",
      "func f() { db.collection(name).document(id).getDocument(as: Room.self) }",
      "func f() { db.collection(\"rooms-\" + name).document(id).getDocument(as: Room.self) }",
      "func f() { db.collectionGroup(\"messages\").getDocuments().documents.map { try $0.data(as: Message.self) } }",
      """
      func f() { let found = db.collection("rooms").getDocuments() }
      func g(found: QuerySnapshot) { found.documents.map { try $0.data(as: Room.self) } }
      """,
      """
      func f() { db.collection("rooms").document(id).getDocument(as: Room.self) }
      func g() { db.collection("rooms").document(id).getDocument(as: Message.self) }
      """,
    ]
  )
  func unclear(code: String) throws {
    let text = "class Store {\n  let db = Firestore.firestore()\n  \(code)\n}"
    #expect(try environments(text).mappings == [:])
  }

  @Test("Databases and buckets are written to the environments whose projects they belong to")
  func locations() throws {
    let environments = try environments(
      #"""
      enum Backend {
        #if DEBUG
        static let shops = Database.database(url: "https://my-app-stg-shops.asia-southeast1.firebasedatabase.app")
        static let images = Storage.storage(url: "gs://my-app-stg-images")
        #else
        static let shops = Database.database(url: "https://my-app-shops.asia-southeast1.firebasedatabase.app/")
        static let images = Storage.storage(url: "gs://my-app-images")
        #endif
        static let old = Database.database(url: "https://another.firebaseio.com")
      }
      func read(id: String) async throws {
        try await Backend.shops.reference().child("shops").getData().data(as: [Shop].self)
        Database.database().reference(withPath: "shops/\(id)").observe(.value) { snapshot in
          try? snapshot.data(as: Shop.self)
        }
      }
      """#,
      projects: ["my-app", "my-app-stg"]
    )
    let names = environments.environments.map(\.name)
    #expect(names == ["local", "my-app", "my-app-stg"])
    #expect(
      environments.environments[1].text.contains(
        """
        databases:
          database: { url: https://my-app-default-rtdb.firebaseio.com, default: true }
          shops: https://my-app-shops.asia-southeast1.firebasedatabase.app
        buckets:
          images: gs://my-app-images

        """
      )
    )
    #expect(
      environments.environments[2].locations[.databases]?["shops"]
        == "https://my-app-stg-shops.asia-southeast1.firebasedatabase.app"
    )
    #expect(
      environments.environments[0].locations[.buckets] == ["images": "embedded:images"]
    )
    #expect(environments.mappings == ["shops:/shops": "[Shop]", "database:/shops/*": "Shop"])
    #expect(environments.unassigned.map(\.url) == ["https://another.firebaseio.com"])
    #expect(environments.unassigned.map { "\($0.position)" } == ["App/Code.swift:9:1"])
  }

  @Test("Databases of one project that contradict each other are left out")
  func contradictions() throws {
    let environments = try environments(
      """
      #if DEBUG
      let shops = Database.database(url: "https://my-app-dev-shops.firebaseio.com")
      #else
      let shops = Database.database(url: "https://my-app-shops.firebaseio.com")
      #endif
      """
    )
    #expect(environments.environments[1].locations[.databases]?.keys.sorted() == ["database"])
    #expect(environments.unassigned.count == 2)
  }

  @Test(
    "Unusual code is read to its end",
    arguments: [
      "/* a /* nested */ comment */", ##"let a = #"\(not) an "interpolation""#"##,
      #"let a = """\#n  "quoted" \(value(of: "("))\#n  """"#, #"let a = "does not end"#,
      "let `default` = 1", #"let a = "\\""#, "f(",
    ]
  )
  func tokens(code: String) throws {
    let last =
      code == "f("
      ? ""
      : "\nlet db = Firestore.firestore()\nlet r = db.document(\"rooms/1\").getDocument(as: Room.self)"
    let mappings = try environments(code + last).mappings
    #expect(mappings == (last.isEmpty ? [:] : ["firestore:/rooms/1": "Room"]))
  }
}
