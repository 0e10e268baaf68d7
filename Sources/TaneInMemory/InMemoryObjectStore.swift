import Synchronization
public import TaneCore

/// An in-memory storage bucket for tests.
///
/// The objects have no MD5 digests.
public final class InMemoryObjectStore: ObjectStore {
  private struct Entry {
    let object: StoredObject
    let data: [UInt8]
  }

  private struct State {
    var entries: [[UInt8]: Entry] = [:]
    var lastGeneration: Int64 = 0

    /// Stores bytes with their checksum, as a new generation of an object.
    mutating func store(
      _ data: [UInt8],
      _ checksum: UInt32,
      at name: String,
      _ metadata: ObjectMetadata,
      time: Int64
    ) -> StoredObject {
      lastGeneration += 1
      let object = StoredObject(
        name: name,
        size: data.count,
        md5Hash: nil,
        crc32c: checksum,
        generation: lastGeneration,
        metageneration: 1,
        timeCreated: time,
        updated: time,
        metadata: metadata
      )
      entries[Array(name.utf8)] = Entry(object: object, data: data)
      return object
    }
  }

  private let service: String
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  /// Creates an empty bucket.
  ///
  /// `service` is the name in errors; `now` returns the time of writes, in milliseconds since 1970.
  public init(service: String = "in memory", now: @escaping @Sendable () -> Int64 = { 0 }) {
    self.service = service
    self.now = now
  }

  /// Stores bytes under a name, as a new generation of the object.
  public func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try Task.checkCancellation()
    if let violation = ObjectName.violation(in: name) {
      throw StoreError(
        .invalidData,
        service: service,
        "the name \"\(name.escapingControls)\" \(violation)"
      )
    }
    let time = now()
    return try state.withLock { state in
      try check(precondition, of: state.entries[Array(name.utf8)]?.object, named: name)
      return state.store(data, CRC32C.checksum(of: data), at: name, metadata, time: time)
    }
  }

  /// Replaces the metadata of an object, but not its bytes, and increments its metageneration.
  public func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try Task.checkCancellation()
    let time = now()
    return try state.withLock { state in
      let key = Array(name.utf8)
      guard let entry = state.entries[key] else { throw notFound(name) }
      try check(precondition, of: entry.object, named: name)
      let object = entry.object.with(metadata, updated: time)
      state.entries[key] = Entry(object: object, data: entry.data)
      return object
    }
  }

  /// Returns the bytes of an object; throws an error with code `tooLarge` if it is larger than
  /// `maximumSize` bytes.
  public func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try Task.checkCancellation()
    guard let entry = state.withLock({ $0.entries[Array(name.utf8)] }) else { throw notFound(name) }
    guard entry.data.count <= maximumSize else {
      throw StoreError(
        .tooLarge,
        service: service,
        "the object \(name) is \(counted(entry.data.count, "byte")) in size, more than the "
          + "requested maximum of \(maximumSize.grouped)"
      )
    }
    return entry.data
  }

  /// Returns the properties of an object, without its bytes, or nil if it does not exist.
  public func object(at name: String) async throws -> StoredObject? {
    try Task.checkCancellation()
    return state.withLock { $0.entries[Array(name.utf8)]?.object }
  }

  /// Returns one page of the objects with the given prefix, in byte order of their names.
  public func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try Task.checkCancellation()
    guard request.maximumResults > 0 else {
      throw StoreError(.invalidData, service: service, "a page must have 1 to 1,000 results")
    }
    let objects = state.withLock { $0.entries.values.map(\.object) }
    return InMemoryListing(request).page(of: objects)
  }

  /// Removes an object; throws an error with code `notFound` if it does not exist.
  public func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try Task.checkCancellation()
    try state.withLock { state in
      let key = Array(name.utf8)
      guard let entry = state.entries[key] else { throw notFound(name) }
      try check(precondition, of: entry.object, named: name)
      state.entries[key] = nil
    }
  }

  private func check(
    _ precondition: ObjectPrecondition,
    of object: StoredObject?,
    named name: String
  ) throws {
    guard precondition.unmetExpectation(of: object) != nil else { return }
    throw StoreError(
      .conflict,
      service: service,
      "the object \(name) does not meet the precondition of the write"
    )
  }

  private func notFound(_ name: String) -> StoreError {
    StoreError(.notFound, service: service, "the object \(name.escapingControls) does not exist")
  }
}

/// The compiled content lists each object's name, metadata and checksum, ordered by generation.
extension InMemoryObjectStore: CompiledStore {
  package convenience init?(_ content: CompiledContent) {
    self.init()
    guard let elements = content.tree.elements, elements.count == content.blobs.count else {
      return nil
    }
    for (element, data) in zip(elements, content.blobs) {
      guard let parts = element.elements, parts.count == 3, let name = parts[0].string,
        let checksum = parts[2].integer.flatMap(UInt32.init(exactly:))
      else { return nil }
      let metadata = ObjectMetadata(parts[1])
      state.withLock { _ = $0.store(data, checksum, at: name, metadata, time: 0) }
    }
  }

  package var compiledContent: CompiledContent {
    let entries = state.withLock {
      $0.entries.values.sorted { $0.object.generation < $1.object.generation }
    }
    let descriptions = entries.map(\.object).map { object in
      TreeLiteral.list([
        .string(object.name), .tree(object.metadata.tree), .integer(Int64(object.crc32c)),
      ])
    }
    return CompiledContent(Tree(.list(descriptions)), blobs: entries.map(\.data))
  }

  package func copy() -> InMemoryObjectStore {
    let (state, copy) = (state.withLock { $0 }, InMemoryObjectStore())
    copy.state.withLock { $0 = state }
    return copy
  }
}
