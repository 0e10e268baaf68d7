import TestSupport
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
        """
        guard let snapshot = try? await db.collection("rooms").getDocuments() else { return }
        if let snapshot = snapshot, let first = snapshot.documents.first {
          room = try first.data(as: Room.self)
        }
        """, "rooms/*: Room"
      ),
      ("rooms.document(id).getDocument(as: Room.self)", "rooms/*: Room"),
      (
        #"""
        let snapshot = try await db.collection("rooms/\(id)/messages").getDocuments()
        for document in snapshot.documents { found.append(try document.data(as: Message.self)) }
        """#, "rooms/*/messages/*: Message"
      ),
    ]
  )
  func documents(code: String, expected: String) throws {
    let text = """
      class Store {
        let db = Firestore.firestore()
        var rooms: CollectionReference { db.collection("rooms") }
        func read() {
      \(code)
        }
      }
      """
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

  @Test(
    "Code that only looks as if it read a place becomes no mapping",
    arguments: [
      "db.collection(\"as\").document(id).getDocument { doc, _ in try? other.data(as: Room.self) }",
      "db.collection(\"as\").document(id).getDocument { doc, _ in load { x in try? x.data(as: Room.self) } }",
      "db.collection(\"as\").addSnapshotListener { s, _ in cached.map { try? $0.data(as: Room.self) } }",
      "db.collection(\"as\").document(id).setData([:]) { doc in try? doc.data(as: Room.self) }",
      "let r = refs[db.collection(\"as\").collectionID]!; r.getDocument(as: Room.self)",
      "let r = wrap(db.collection(\"as\").document(id))\n r.getDocument(as: Room.self)",
      "let r = flag ? p : db.collection(\"as\").document(id)\n r.getDocument(as: Room.self)",
      "let r = db.collection(\"as\").document(id) ?? p\n r.getDocument(as: Room.self)",
      "let r = pick() ?? db.collection(\"as\").document(id)\n r.getDocument(as: Room.self)",
      "let r = s.documents.map { load($0) }\n r.map { try $0.data(as: Room.self) }",
      "db.prod.collection(\"as\").document(id).getDocument(as: Room.self)",
      "db.collection(\"as\").document(id).latest().getDocument(as: Room.self)",
      "db.collection(\"as\").document(id).parent.document(\"x\").getDocument(as: Room.self)",
      "let (db, _) = pick()\n db.collection(\"as\").document(id).getDocument(as: Room.self)",
      "for (db, n) in pairs { db.collection(\"as\").document(id).getDocument(as: Room.self) }",
      "if case let .found(db) = x { db.collection(\"as\").document(id).getDocument(as: Room.self) }",
      "switch x { case let .found(db): db.collection(\"as\").document(id).getDocument(as: Room.self) }",
      "func g(db: Firestore, z: () -> Void = {}) { db.collection(\"as\").document(id).getDocument(as: Room.self) }",
      "let r = db.collection(\"as\").document(id)\n func m() { r = pick() }\n r.getDocument(as: Room.self)",
      "func g<Room: Decodable>() { db.collection(\"as\").document(id).getDocument(as: Room.self) }",
      "#if DEBUG\n let r = db.document(\"a/1\")\n #else\n let r = db.document(\"b/1\")\n #endif\n r.getDocument(as: Room.self)",
      "Database.database().reference().child(\"as\").observe(event) { s in try? s.data(as: Room.self) }",
      "Database.database().reference().child(\"as\").observe(.value) { s in for c in s.children { try? c.load().data(as: Room.self) } }",
    ]
  )
  func lookalikes(code: String) throws {
    let text = "class Store {\n  let db = Firestore.firestore()\n  func f() {\n  \(code)\n}\n}"
    #expect(try environments(text).mappings == [:])
  }

  @Test(
    "Reads of a Realtime Database become mappings",
    arguments: [
      (
        "child(\"as\").observe(.value) { s in for c in s.children { let d = c as! DataSnapshot\n try? d.data(as: Room.self) } }",
        "as/*"
      ),
      ("child(\"as\").observe(.childAdded) { s in try? s.data(as: Room.self) }", "as/*"),
      (
        "child(\"as\").child(roomID).observeSingleEvent(of: .value) { s in try? s.data(as: Room.self) }",
        "as/*"
      ),
      ("child(\"as\").getData { error, snapshot in try? snapshot?.data(as: Room.self) }", "as"),
      (
        "child(\"as\").queryLimited(toFirst: 3).getData().children.map { try ($0 as! DataSnapshot).data(as: Room.self) }",
        "as/*"
      ),
    ]
  )
  func database(code: String, path: String) throws {
    let text = "let ref = Database.database().reference()\nfunc f() { ref.\(code) }"
    #expect(try environments(text).mappings == ["database:/\(path)": "Room"])
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
        let ref = Backend.shops.reference(withPath: "shops")
        try await ref.getData().data(as: [Shop].self)
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
      let shops = Database.database(url: "https://my-app-tokyo.firebaseio.com")
      #else
      let shops = Database.database(url: "https://my-app-osaka.firebaseio.com")
      #endif
      """
    )
    #expect(environments.environments[1].locations[.databases]?.keys.sorted() == ["database"])
    #expect(environments.unassigned.count == 2)
  }

  @Test("Instances that may belong to other projects, or cannot be names, are left to the user")
  func unclearLocations() throws {
    let urls = [
      "https://my-app-staging-default-rtdb.firebaseio.com", "https://my-app-staging.firebaseio.com",
      "gs://my-app-staging.appspot.com", "https://my-app-firestore.firebaseio.com",
      "https://my-app-2.firebaseio.com", "gs://my-app-true",
    ]
    let code = urls.map { "use(\"\($0)\")" } + ["use(\"gs://my-app-pre\" + suffix)"]
    let environments = try environments(code.joined(separator: "\n"))
    #expect(environments.unassigned.map(\.url) == urls)
    #expect(
      environments.environments[1].locations[.buckets] == ["storage": "gs://my-app.appspot.com"]
    )
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
