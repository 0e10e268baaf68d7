package import TaneCore

/// A storage bucket, stored in an environment's file.
package struct EmbeddedBucket: ObjectStore {
  /// The bucket's name in the environment.
  package let name: String
  let file: EmbeddedFile
  let now: @Sendable () -> Int64

  var service: String { "\(name) (\(file.location))" }

  /// Stores bytes under a name, as a new generation of the object.
  package func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    let digests = try digests(of: data, named: name)
    return try await put(digests, at: name, metadata: metadata, if: precondition) {
      try $0.insert($1, content: data)
    }
  }

  /// Stores a new generation of an object; a closure writes the bytes.
  func put(
    _ digests: ObjectDigests,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    _ insert: @escaping @Sendable (ObjectTable, StoredObject) throws -> Void
  ) async throws -> StoredObject {
    try await file.write(for: service) { database in
      let table = try ObjectTable(making: self.name, in: database)
      try check(precondition, of: try table.object(named: name), named: name)
      let time = now()
      let object = StoredObject(
        name: name,
        size: digests.size,
        md5Hash: digests.md5,
        crc32c: digests.crc32c,
        generation: try table.nextGeneration(at: time),
        metageneration: 1,
        timeCreated: time,
        updated: time,
        metadata: metadata
      )
      try insert(table, object)
      return object
    }
  }

  /// Restores an exported object with its original generation and times.
  package func restore(_ object: StoredObject, _ data: [UInt8]) async throws -> StoredObject {
    let digests = try digests(of: data, named: object.name)
    let restored = StoredObject(
      name: object.name,
      size: digests.size,
      md5Hash: digests.md5,
      crc32c: digests.crc32c,
      generation: object.generation,
      metageneration: object.metageneration,
      timeCreated: object.timeCreated,
      updated: object.updated,
      metadata: object.metadata
    )
    return try await file.write(for: service) { database in
      let table = try ObjectTable(making: name, in: database)
      try table.recordGeneration(restored.generation)
      try table.insert(restored, content: data)
      return restored
    }
  }

  /// Returns the digests of an object's bytes; throws an error if the object's name is invalid.
  private func digests(of data: [UInt8], named name: String) throws -> ObjectDigests {
    try checkName(name)
    var digests = ObjectDigester()
    data.withUnsafeBytes { digests.add($0) }
    return digests.value
  }

  /// Throws an error if a name is invalid.
  func checkName(_ name: String) throws {
    guard let violation = ObjectName.violation(in: name) else { return }
    throw StoreError(
      .invalidData,
      service: service,
      "the name \"\(name.escapingControls)\" \(violation)"
    )
  }

  /// Replaces the metadata of an object without changing its bytes; increments the metageneration.
  package func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await file.write(for: service) { database in
      guard let table = try ObjectTable(of: self.name, in: database),
        let object = try table.object(named: name)
      else { throw notFound(name) }
      try check(precondition, of: object, named: name)
      let updated = object.with(metadata, updated: now())
      try table.update(updated)
      return updated
    }
  }

  /// Returns the bytes of an object.
  ///
  /// Throws an error with code `notFound` if the object does not exist, `tooLarge` if it is larger
  /// than `maximumSize` bytes, or `unreadable` if its checksum does not match.
  package func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    let content = try await read { table -> [UInt8]? in
      guard let object = try table.object(named: name) else { return nil }
      guard object.size <= maximumSize else { throw tooLarge(object, maximumSize) }
      guard let content = try table.content(of: object) else { throw damaged(name) }
      return content
    }
    guard let content else { throw notFound(name) }
    return content
  }

  /// Returns the object with its metadata, or nil if it does not exist.
  package func object(at name: String) async throws -> StoredObject? {
    try await read { try $0.object(named: name) }
  }

  /// Returns one page of the objects with the given prefix, in the byte order of their names.
  package func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    guard request.maximumResults > 0 else {
      throw StoreError(
        .invalidData,
        service: service,
        "a page of \(request.maximumResults) results was requested; expected 1 to 1,000"
      )
    }
    return try await read { try $0.page(request) } ?? ObjectListPage(objects: [])
  }

  /// Removes an object; throws an error with code `notFound` if it does not exist.
  package func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await file.write(for: service) { database in
      guard let table = try ObjectTable(of: self.name, in: database),
        let object = try table.object(named: name)
      else { throw notFound(name) }
      try check(precondition, of: object, named: name)
      try table.delete(objectNamed: name)
    }
  }

  func read<Value: Sendable>(
    _ body: @Sendable (ObjectTable) throws -> Value?
  ) async throws -> Value? {
    try await file.read(for: service) { database in
      try ObjectTable(of: name, in: database).flatMap(body)
    } ?? nil
  }

  private func check(
    _ precondition: ObjectPrecondition,
    of object: StoredObject?,
    named name: String
  ) throws {
    guard let expected = precondition.unmetExpectation(of: object) else { return }
    let found =
      switch object {
      case let object? where precondition.concernsMetadata:
        "has generation \(object.generation), metageneration \(object.metageneration)"
      case let object?: "has generation \(object.generation)"
      case nil: "is missing"
      }
    throw StoreError(
      .conflict,
      service: service,
      "the object \(name) \(found), but \(expected); nothing was changed: compare again"
    )
  }

  func notFound(_ name: String) -> StoreError {
    StoreError(.notFound, service: service, "the object \(name.escapingControls) does not exist")
  }

  func damaged(_ name: String) -> StoreError {
    StoreError(
      .unreadable,
      service: service,
      "the object \(name.escapingControls) is damaged: its bytes do not match their stored checksum;"
        + " upload it again, or move the file elsewhere, then seed again"
    )
  }

  private func tooLarge(_ object: StoredObject, _ maximumSize: Int) -> StoreError {
    StoreError(
      .tooLarge,
      service: service,
      "the object \(object.name) is \(counted(object.size, "byte")) in size, more than the "
        + "requested maximum of \(maximumSize.grouped)"
    )
  }
}
