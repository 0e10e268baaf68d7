import Foundation
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

/// A project whose environment is an emulator behind a proxy, with data in it that no fixture describes.
struct FaultyEnvironment {
  private static let files = [
    "environments/emulator.yaml": """
    guard: open
    databases:
      shops: ${DATABASE}?ns=shops
      users: ${DATABASE}?ns=users
    buckets:
      images: ${STORAGE}/images
    limits: { bytesPerMinute: "${BYTES:-1GB}" }
    """,
    "fixtures/base/databases/shops/shops.yaml": "- { id: 0, name: 麺屋 }\n- { id: 1, name: 喫茶 }\n",
    "fixtures/base/databases/shops/prices/ramen.yaml": "900",
    "fixtures/base/databases/users/users.yaml": "u1: { name: 花 }\nu2: { name: 海 }\n",
    "fixtures/base/buckets/images/logo.txt": "new logo",
    "fixtures/base/buckets/images/shops/0.txt": "zero",
    "fixtures/base/buckets/images/shops/1.txt": "one",
  ]

  let project: TemporaryProject
  let databases: [String: InMemoryTreeStore]
  let bucket: InMemoryObjectStore
  let ports: [String: Int]

  /// All data of the environment.
  struct Snapshot: Equatable {
    var databases: [String: Tree]
    var objects: [String: String]
  }

  /// The data before any seed.
  static let old = Snapshot(
    databases: [
      "shops": ["prices": ["ramen": 850, "tea": 300], "visits": ["2026": 7]],
      "users": ["users": ["u1": ["name": "花子"]], "sessions": ["s": true]],
    ].mapValues { Tree($0) },
    objects: ["logo.txt": "old logo", "private/report.txt": "secret"]
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
    ]
  )

  /// Runs an environment with the old data.
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
    let emulator = DatabaseEmulator(databases, defaultDatabase: "shops") { _ in
      InMemoryTreeStore()
    }
    let storage = StorageService(buckets: StorageBuckets(names: ["images"]) { _ in bucket })
    let server = try await EmulatorServer.start(
      [
        EmulatorEndpoint("database", emulator, port: 0),
        EmulatorEndpoint("storage", storage, port: 0),
      ],
      hosts: ["127.0.0.1"]
    )
    let environment = FaultyEnvironment(
      project: try TemporaryProject(files),
      databases: databases,
      bucket: bucket,
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

  /// Commands that reach the emulator through one port, or straight where there is none.
  ///
  /// They wait for a fault that never answers, but not for long; for all else as long as it takes.
  func tane(
    port: Int? = nil,
    _ point: FaultPoint? = nil,
    bytesPerMinute: String = ""
  ) throws -> InProcessTane {
    let database = try port ?? #require(ports["database"])
    let storage = try port ?? #require(ports["storage"])
    return InProcessTane(
      root: project.root,
      variables: [
        "DATABASE": "http://127.0.0.1:\(database)", "STORAGE": "http://127.0.0.1:\(storage)",
        "BYTES": bytesPerMinute,
      ],
      network: InProcessTane.impatient(
        point?.fault.isSilent == true ? .milliseconds(300) : .seconds(60)
      )
    )
  }

  func snapshot() async throws -> Snapshot {
    var snapshot = Snapshot(databases: [:], objects: [:])
    for (name, store) in databases {
      snapshot.databases[name] = try await store.tree(at: .root)
    }
    for object in try await bucket.list(ObjectListRequest()).objects {
      let data = try await bucket.data(at: object.name, maximumSize: .max)
      snapshot.objects[object.name] = String(decoding: data, as: UTF8.self)
    }
    return snapshot
  }

  /// What an interrupted run left for the next one, if anything.
  var journal: String? {
    let folder = project.root.appending(path: ".tane/journals")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.first.flatMap { try? project.read(".tane/journals/\($0)") }
  }
}
