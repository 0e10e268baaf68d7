import TaneCore
import TaneProject

/// The content of an environment's stores, without times, for comparisons.
struct StoredContents: Equatable {
  private var trees: [String: [UInt8]] = [:]
  private var documents: [String: [StoredFields]] = [:]
  private var accounts: [String: [Account]] = [:]
  private var objects: [String: [StoredBytes]] = [:]
  private var templates: [String: RemoteConfigTemplate] = [:]

  private struct StoredFields: Equatable {
    let path: DocumentPath
    let fields: DocumentFields
  }

  private struct StoredBytes: Equatable {
    let object: StoredObject
    let bytes: [UInt8]
  }

  /// Reads the stores; hashes of passwords are replaced by the passwords in the fixtures, if they
  /// are accepted.
  init(of readers: EnvironmentReaders, _ fixtures: Fixtures) async throws {
    for (name, database) in readers[.databases] {
      var bytes: [UInt8] = []
      // Equal bytes are equal trees, with the kinds of numbers and the signs of zeros.
      try await database.tree(at: .root).forEachByteChunk { bytes.append(contentsOf: $0) }
      trees[name] = bytes
    }
    for (name, database) in readers[.firestore] {
      documents[name] = try await Self.documents(of: database)
    }
    for (name, reader) in readers[.accounts] {
      accounts[name] = try await Self.accounts(of: reader, fixtures)
    }
    for (name, bucket) in readers[.buckets] { objects[name] = try await Self.objects(of: bucket) }
    for (name, reader) in readers[.remoteConfig] {
      templates[name] = try await reader.current().template
    }
  }

  private static func documents(of database: any DocumentReader) async throws -> [StoredFields] {
    var (found, collections) = ([StoredFields](), [DocumentPath]())
    func open(_ document: DocumentPath) async throws {
      collections += try await database.collectionIDs(below: document).map(document.appending)
    }
    try await open(.root)
    while let collection = collections.popLast() {
      let page = try await database.documents(
        in: collection,
        after: nil,
        limit: .max,
        includesMissing: true
      )
      for entry in page.entries {
        if let document = entry.document {
          found.append(StoredFields(path: document.path, fields: document.fields))
        }
        try await open(collection.appending(entry.id))
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  private static func accounts(
    of reader: any AccountReader,
    _ fixtures: Fixtures
  ) async throws -> [Account] {
    try await reader.accounts(after: nil, limit: .max).map { account in
      var account = account
      let address = Address(account: account.localID, below: TreePath(["password"]))
      if let text = fixtures.secret(at: address)?.revealed, reader.isPassword(text, of: account) {
        account.password = AccountPassword(hash: text)
      }
      (account.createdAt, account.validSince, account.passwordUpdatedAt) = (0, 0, nil)
      return account
    }
  }

  private static func objects(of bucket: any ObjectReader) async throws -> [StoredBytes] {
    var objects: [StoredBytes] = []
    for object in try await bucket.list(ObjectListRequest()).objects {
      let bytes = try await bucket.data(at: object.name, maximumSize: object.size)
      // Uploads at the same time have generations in any order.
      let known = StoredObject(
        name: object.name,
        size: object.size,
        md5Hash: object.md5Hash,
        crc32c: object.crc32c,
        generation: 0,
        metageneration: object.metageneration,
        timeCreated: object.timeCreated,
        updated: object.updated,
        metadata: object.metadata
      )
      objects.append(StoredBytes(object: known, bytes: bytes))
    }
    return objects
  }
}
