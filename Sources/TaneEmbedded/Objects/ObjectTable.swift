import GRDB
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A view of the objects of one bucket, valid only during the database access that creates it.
struct ObjectTable {
  /// The maximum number of bytes of an object in one row: SQLite's limit is 1,000,000,000, and a
  /// row is loaded into memory as a whole.
  static let partSize = 8 * 1024 * 1024

  private let database: Database
  private let bucketID: Int64

  init?(of bucket: String, in database: Database) throws {
    guard let id = try database.number(of: bucket, in: "bucket") else { return nil }
    self.init(database: database, bucketID: id)
  }

  init(making bucket: String, in database: Database) throws {
    self.init(database: database, bucketID: try database.assignedNumber(of: bucket, in: "bucket"))
  }

  private init(database: Database, bucketID: Int64) {
    self.database = database
    self.bucketID = bucketID
  }

  /// Returns the object with the given name, or nil if it does not exist.
  func object(named name: String) throws -> StoredObject? {
    let sql = "SELECT * FROM object WHERE bucket = ? AND name = ?"
    return try Row.fetchOne(database, sql: sql, arguments: [bucketID, Data(name.utf8)])
      .map(Self.object)
  }

  /// Returns the first object, in the byte order of names, at or after the given name.
  func firstObject(from name: [UInt8]) throws -> StoredObject? {
    let sql = "SELECT * FROM object WHERE bucket = ? AND name >= ? ORDER BY name LIMIT 1"
    let statement = try database.cachedStatement(sql: sql)
    return try Row.fetchOne(statement, arguments: [bucketID, Data(name)]).map(Self.object)
  }

  /// Returns the bytes of an object, or nil if they do not match its size and checksum.
  func content(of object: StoredObject) throws -> [UInt8]? {
    var content: [UInt8] = []
    // The size may be any number in a damaged row.
    content.reserveCapacity(max(0, min(object.size, Self.partSize)))
    return try readParts(of: object) { content += $0 } ? content : nil
  }

  /// Calls a closure with each part of an object's bytes; returns false if the bytes do not match
  /// the object's size and checksum.
  func readParts(
    of object: StoredObject,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws -> Bool {
    var (size, checksum) = (0, CRC32C())
    for table in ["content", "moreContent"] where size < object.size || table == "content" {
      let order = table == "moreContent" ? "ORDER BY part" : ""
      let statement = try RawStatement(
        """
        SELECT bytes FROM \(table)
        WHERE object = (SELECT id FROM object WHERE bucket = ? AND name = ?) \(order)
        """,
        in: database
      )
      statement.bind(bucketID, to: 1)
      try statement.bindCopy(of: Array(object.name.utf8), to: 2)
      while try statement.step() {
        let part = statement.bytes(0)
        size += part.count
        checksum.update(UnsafeRawBufferPointer(part))
        try body(part)
      }
    }
    return size == object.size && checksum.value == object.crc32c
  }

  /// Creates or replaces an object with its bytes.
  func insert(_ object: StoredObject, content: [UInt8]) throws {
    try content.withUnsafeBufferPointer { bytes in
      var rest = bytes[...]
      try insert(object) {
        defer { rest = rest.dropFirst(Self.partSize) }
        return UnsafeBufferPointer(rebasing: rest.prefix(Self.partSize))
      }
    }
  }

  /// Creates or replaces an object with bytes in parts of `partSize`; an empty part marks the end.
  func insert(
    _ object: StoredObject,
    nextPart: () throws -> UnsafeBufferPointer<UInt8>
  ) throws {
    try delete(objectNamed: object.name)
    try database.execute(sql: Self.insertion, arguments: try arguments(of: object))
    let id = database.lastInsertedRowID
    try insert(try nextPart(), into: "content (bytes, object) VALUES (?, ?)", [id])
    for number in 1... {
      let part = try nextPart()
      guard !part.isEmpty else { return }
      try insert(
        part,
        into: "moreContent (bytes, object, part) VALUES (?, ?, ?)",
        [id, Int64(number)]
      )
    }
  }

  private func insert(
    _ bytes: UnsafeBufferPointer<UInt8>,
    into columns: String,
    _ keys: [Int64]
  ) throws {
    let statement = try RawStatement("INSERT INTO \(columns)", in: database)
    try statement.bindBlob(bytes, to: 1)
    for (index, key) in keys.enumerated() { statement.bind(key, to: Int32(index + 2)) }
    try statement.run()
  }

  /// Updates the metadata of an object, but not its bytes.
  func update(_ object: StoredObject) throws {
    let key: StatementArguments = [bucketID, Data(object.name.utf8)]
    try database.execute(sql: Self.change, arguments: try changes(to: object) + key)
  }

  /// Removes the object with the given name, including its bytes.
  func delete(objectNamed name: String) throws {
    try database.execute(
      sql: "DELETE FROM object WHERE bucket = ? AND name = ?",
      arguments: [bucketID, Data(name.utf8)]
    )
  }

  /// Returns a generation that no object in the file has had: the given time in microseconds, or
  /// the last generation plus one if that is greater.
  func nextGeneration(at milliseconds: Int64) throws -> Int64 {
    let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
    try database.execute(
      sql: "UPDATE counter SET value = max(value + 1, ?) WHERE name = 'generation'",
      arguments: [overflow ? 1 : microseconds]
    )
    let sql = "SELECT value FROM counter WHERE name = 'generation'"
    return try Int64.fetchOne(database, sql: sql) ?? microseconds
  }

  /// Records the generation of a restored object, so that it is not assigned to another.
  func recordGeneration(_ generation: Int64) throws {
    try database.execute(
      sql: "UPDATE counter SET value = max(value, ?) WHERE name = 'generation'",
      arguments: [generation]
    )
  }
}

extension ObjectTable {
  private static let insertion = """
    INSERT INTO object (
      bucket, name, size, md5, crc32c, generation, metageneration, timeCreated, updated,
      contentType, cacheControl, contentDisposition, contentEncoding, contentLanguage, custom
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  private static let change = """
    UPDATE object SET
      metageneration = ?, updated = ?, contentType = ?, cacheControl = ?, contentDisposition = ?,
      contentEncoding = ?, contentLanguage = ?, custom = ?
    WHERE bucket = ? AND name = ?
    """

  private func changes(to object: StoredObject) throws -> StatementArguments {
    let metadata = object.metadata
    return [
      object.metageneration, object.updated, metadata.contentType, metadata.cacheControl,
      metadata.contentDisposition, metadata.contentEncoding, metadata.contentLanguage,
      try Self.text(of: metadata.custom),
    ]
  }

  private static func text(of custom: [String: String]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(custom), as: UTF8.self)
  }

  private func arguments(of object: StoredObject) throws -> StatementArguments {
    let metadata = object.metadata
    return [
      bucketID, Data(object.name.utf8), object.size, object.md5Hash, Int64(object.crc32c),
      object.generation, object.metageneration, object.timeCreated, object.updated,
      metadata.contentType, metadata.cacheControl, metadata.contentDisposition,
      metadata.contentEncoding, metadata.contentLanguage, try Self.text(of: metadata.custom),
    ]
  }

  static func object(of row: Row) throws -> StoredObject {
    let custom: String = try row.value("custom")
    let metadata = ObjectMetadata(
      contentType: try row.value("contentType"),
      cacheControl: try row.value("cacheControl"),
      contentDisposition: try row.value("contentDisposition"),
      contentEncoding: try row.value("contentEncoding"),
      contentLanguage: try row.value("contentLanguage"),
      custom: try JSONDecoder().decode([String: String].self, from: Data(custom.utf8))
    )
    return StoredObject(
      name: try row.text("name"),
      size: try row.value("size"),
      md5Hash: try row.value("md5"),
      crc32c: try row.value("crc32c"),
      generation: try row.value("generation"),
      metageneration: try row.value("metageneration"),
      timeCreated: try row.value("timeCreated"),
      updated: try row.value("updated"),
      metadata: metadata
    )
  }
}
