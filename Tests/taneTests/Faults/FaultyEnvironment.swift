import Foundation
import SystemPackage
import TaneCore
import TaneEmulator
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

/// A project whose environment is an emulator behind a proxy, with additional data that no fixture
/// describes.
struct FaultyEnvironment {
  private static let files = [
    "environments/emulator.yaml": """
    guard: open
    databases:
      shops: ${DATABASE}?ns=shops
      users: ${DATABASE}?ns=users
    buckets:
      images: ${STORAGE}/images
    firestore: "${FIRESTORE}/projects/demo/databases/(default)"
    accounts: ${AUTH}/demo
    limits: { bytesPerMinute: "${BYTES:-1GB}" }
    """,
    "fixtures/base/databases/shops/shops.yaml": "- { id: 0, name: 麺屋 }\n- { id: 1, name: 喫茶 }\n",
    "fixtures/base/databases/shops/prices/ramen.yaml": "900",
    "fixtures/base/databases/users/users.yaml": "u1: { name: 花 }\nu2: { name: 海 }\n",
    "fixtures/base/firestore/posts/p1.yaml": "text: 熱い\nlikes: 2\n",
    "fixtures/base/firestore/posts/p2.yaml": "text: 冷たい\n",
    "fixtures/base/accounts.yaml": """
    u1: { email: hana@example.com, displayName: 花, password: hana-yori-ongaku }
    u2: { email: umi@example.com, password: umi-no-mieru }
    """,
    "fixtures/base/buckets/images/logo.txt": "new logo",
    "fixtures/base/buckets/images/shops/0.txt": "zero",
    "fixtures/base/buckets/images/shops/1.txt": "one",
  ]

  let project: TemporaryProject
  let databases: [String: InMemoryTreeStore]
  let bucket: InMemoryObjectStore
  let documents: InMemoryDocumentStore
  let accounts: InMemoryAccountStore
  let ports: [String: Int]

  /// All data of the environment.
  struct Snapshot: Equatable {
    var databases: [String: Tree]
    var objects: [String: String]
    /// The fields of the documents of one collection.
    var posts: [String: DocumentFields]
    /// The display names of the accounts, by email address.
    var names: [String: String]
  }

  /// The data before any seed.
  static let old = Snapshot(
    databases: [
      "shops": ["prices": ["ramen": 850, "tea": 300], "visits": ["2026": 7]],
      "users": ["users": ["u1": ["name": "花子"]], "sessions": ["s": true]],
    ].mapValues { Tree($0) },
    objects: ["logo.txt": "old logo", "private/report.txt": "secret"],
    posts: ["p1": ["text": .string("温い")], "other": ["text": .string("別")]],
    names: ["hana@example.com": "花子", "sora@example.com": "空"]
  )

  /// The data after a seed.
  static let new = Snapshot(
    databases: [
      "shops": [
        "prices": ["ramen": 900, "tea": 300], "visits": ["2026": 7],
        "shops": [["id": 0, "name": "麺屋"], ["id": 1, "name": "喫茶"]],
      ],
      "users": [
        "users": ["u1": ["name": "花"], "u2": ["name": "海"]], "sessions": ["s": true],
      ],
    ].mapValues { Tree($0).storedForm() },
    objects: [
      "logo.txt": "new logo", "private/report.txt": "secret", "shops/0.txt": "zero",
      "shops/1.txt": "one",
    ],
    posts: [
      "p1": ["text": .string("熱い"), "likes": .integer(2)], "p2": ["text": .string("冷たい")],
      "other": ["text": .string("別")],
    ],
    names: ["hana@example.com": "花", "umi@example.com": "", "sora@example.com": "空"]
  )

  /// Calls `body` with an environment that contains the old data.
  static func run<Result>(
    _ body: (FaultyEnvironment) async throws -> Result
  ) async throws -> Result {
    let databases = old.databases.mapValues { InMemoryTreeStore($0) }
    let bucket = InMemoryObjectStore()
    for (name, text) in old.objects {
      _ = try await bucket.put(
        Array(text.utf8),
        at: name,
        metadata: ObjectMetadata(contentType: "text/plain"),
        if: .none
      )
    }
    let documents = InMemoryDocumentStore()
    let accounts = InMemoryAccountStore()
    try await fill(documents, accounts)
    let emulator = DatabaseEmulator(databases, defaultDatabase: "shops") { _ in
      InMemoryTreeStore()
    }
    let storage = StorageService(buckets: StorageBuckets(names: ["images"]) { _ in bucket })
    let server = try await EmulatorServer.start(
      [
        EmulatorEndpoint("database", emulator, port: 0),
        EmulatorEndpoint("storage", storage, port: 0),
        EmulatorEndpoint("firestore", FirestoreService(now: { 0 }) { _ in documents }, port: 0),
        EmulatorEndpoint(
          "auth",
          AccountsService(project: "demo", now: { 0 }) { _ in accounts },
          port: 0
        ),
      ],
      hosts: ["127.0.0.1"]
    )
    let environment = FaultyEnvironment(
      project: try TemporaryProject(files),
      databases: databases,
      bucket: bucket,
      documents: documents,
      accounts: accounts,
      ports: server.ports
    )
    do {
      let result = try await body(environment)
      await server.shutDown()
      return result
    } catch {
      await server.shutDown()
      throw error
    }
  }

  private static func fill(
    _ documents: InMemoryDocumentStore,
    _ accounts: InMemoryAccountStore
  ) async throws {
    let writes = old.posts.map { id, fields in
      DocumentWrite(
        path: DocumentPath(parsing: "posts/\(id)"),
        operation: .update(fields, mask: nil)
      )
    }
    _ = try await documents.commit(writes, expecting: [])
    for (id, email) in [("u1", "hana@example.com"), ("u9", "sora@example.com")] {
      var account = Account(localID: id, createdAt: 0)
      account.email = email
      account.displayName = old.names[email]
      account.password = .emulated(of: "old password", salt: "salt")
      try await accounts.put(account, replacing: nil)
    }
  }

  /// Returns commands that reach the emulator through a port or, without one, directly.
  ///
  /// They have a short timeout for faults without a response, and a long one otherwise.
  func tane(
    port: Int? = nil,
    _ point: FaultPoint? = nil,
    bytesPerMinute: String = ""
  ) throws -> InProcessTane {
    let database = try port ?? #require(ports["database"])
    let storage = try port ?? #require(ports["storage"])
    let firestore = try port ?? #require(ports["firestore"])
    let auth = try port ?? #require(ports["auth"])
    return InProcessTane(
      root: project.root,
      variables: [
        "DATABASE": "http://127.0.0.1:\(database)", "STORAGE": "http://127.0.0.1:\(storage)",
        "FIRESTORE": "http://127.0.0.1:\(firestore)", "AUTH": "http://127.0.0.1:\(auth)",
        "BYTES": bytesPerMinute,
      ],
      network: InProcessTane.impatient(
        point?.fault.isSilent == true ? .seconds(2) : .seconds(900)
      )
    )
  }

  func snapshot() async throws -> Snapshot {
    var snapshot = Snapshot(databases: [:], objects: [:], posts: [:], names: [:])
    for (name, store) in databases {
      // A lease remains if the response to its release was lost.
      let tree = try await store.tree(at: .root)
      snapshot.databases[name] = tree.removing([ReservedKey.standard])
    }
    for object in try await bucket.list(ObjectListRequest()).objects {
      let data = try await bucket.data(at: object.name, maximumSize: .max)
      snapshot.objects[object.name] = String(decoding: data, as: UTF8.self)
    }
    let posts = DocumentPath(parsing: "posts")
    let page = try await documents.documents(
      in: posts,
      after: nil,
      limit: 100,
      includesMissing: false
    )
    for entry in page.entries { snapshot.posts[entry.id] = entry.document?.fields }
    for account in try await accounts.accounts(after: nil, limit: 100) {
      snapshot.names[account.email ?? account.localID] = account.displayName ?? ""
    }
    return snapshot
  }

  /// The interrupted run, if any.
  var interruptedRun: RunRecord? {
    get throws {
      let state = try StateDatabase.existing(in: Project(root: FilePath(project.root.path)))
      return try state?.runs(of: "emulator").first { $0.isInterrupted }
    }
  }
}
