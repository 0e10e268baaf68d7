import Crypto
import GRDB
import GRDBSQLite
import TaneCore

import struct Foundation.Data

/// Bytes for the state database, preceded by a zero byte and their digest.
///
/// The bytes of a large tree are created in chunks when they are needed, so they are never in
/// memory all at once.
struct SealedBytes {
  /// The first byte, which distinguishes the bytes from JSON.
  static let mark: UInt8 = 0
  /// The size of the zero byte and the digest, in bytes.
  static let headSize = 1 + SHA256.byteCount
  /// The minimum size of a large tree, in bytes.
  private static let largeSize = 64 * 1024

  private enum Part {
    case bytes([UInt8])
    case tree(Tree)
  }

  private var parts: [Part] = []
  /// The bytes after the last part.
  private var tail: [UInt8] = []
  /// The total number of bytes, including the zero byte and the digest.
  private var count = Self.headSize

  mutating func append(_ tree: Tree) { append(Self.part(tree)) }

  /// Appends a tree's bytes preceded by their count, or a count of zero if the tree is nil.
  mutating func appendSized(_ tree: Tree?) {
    let part = tree.map(Self.part)
    append((.bytes(withUnsafeBytes(of: UInt64(part?.size ?? 0).littleEndian) { Array($0) }), 8))
    if let part { append(part) }
  }

  private mutating func append(_ next: (part: Part, size: Int)) {
    count += next.size
    switch next.part {
    case .bytes(let bytes): tail += bytes
    case .tree:
      parts += [.bytes(tail), next.part]
      tail = []
    }
  }

  /// Returns a small tree's bytes, or the tree itself if it is large, and the number of bytes.
  private static func part(_ tree: Tree) -> (part: Part, size: Int) {
    var (bytes, size) = ([UInt8](), 0)
    tree.forEachByteChunk { chunk in
      size += chunk.count
      if size < largeSize { bytes.append(contentsOf: chunk) }
    }
    return size < largeSize ? (.bytes(bytes), size) : (.tree(tree), size)
  }

  private var hasLargeParts: Bool { !parts.isEmpty }

  func digest() -> Data {
    var hash = SHA256()
    forEachChunk { hash.update(bufferPointer: $0) }
    return Data(hash.finalize())
  }

  /// Returns the bytes, preceded by the zero byte and their digest.
  func data(behind digest: Data) -> Data {
    var data = Data(capacity: count)
    data.append(Self.mark)
    data.append(digest)
    forEachChunk { data.append(contentsOf: $0) }
    return data
  }

  /// Returns the bytes of a map with only the given entries of another map, preceded by the zero
  /// byte and their digest.
  static func data(ofEntries entries: Range<Int>, of map: Tree) -> Data {
    var (bytes, hash) = (Data(), SHA256())
    map.forEachByteChunk(ofEntries: entries) { chunk in
      hash.update(bufferPointer: chunk)
      bytes.append(contentsOf: chunk)
    }
    return Data([mark]) + hash.finalize() + bytes
  }

  private func forEachChunk(_ body: (UnsafeRawBufferPointer) -> Void) {
    for part in parts + [.bytes(tail)] {
      switch part {
      case .bytes(let bytes): bytes.withUnsafeBytes(body)
      case .tree(let tree): tree.forEachByteChunk(body)
      }
    }
  }
}

extension SealedBytes {
  /// Inserts a row with the bytes in its last column.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - statement: `INSERT`, or a variant for existing rows.
  ///   - values: The other columns with their values.
  ///   - column: The column of the bytes, which is the last one.
  ///   - known: The digest of the bytes, if known; otherwise it is computed during the write.
  ///   - database: The database, in a transaction.
  /// - Throws: A `DatabaseError` if the row cannot be written.
  func insert(
    into table: String,
    statement: String,
    values: KeyValuePairs<String, Int64>,
    column: String,
    after known: Data? = nil,
    in database: Database
  ) throws {
    let isLarge = hasLargeParts
    let names = values.map(\.key) + [column]
    let marks = values.map { _ in "?" } + [isLarge ? "zeroblob(?)" : "?"]
    var arguments: [(any DatabaseValueConvertible)?] = values.map(\.value)
    arguments.append(isLarge ? count : data(behind: known ?? digest()))
    try database.cachedStatement(
      sql: """
        \(statement) INTO \(table) (\(names.joined(separator: ", ")))
          VALUES (\(marks.joined(separator: ", ")))
        """
    ).execute(arguments: StatementArguments(arguments))
    guard isLarge else { return }
    try fill(column, of: table, row: database.lastInsertedRowID, behind: known, in: database)
  }

  /// Writes the bytes into the space reserved in a row.
  private func fill(
    _ column: String,
    of table: String,
    row: Int64,
    behind known: Data?,
    in database: Database
  ) throws {
    var blob: OpaquePointer?
    var code = sqlite3_blob_open(
      database.sqliteConnection,
      "main",
      table,
      column,
      row,
      1,
      &blob
    )
    // Closing returns the error of a failed write again, so its result is ignored.
    defer { sqlite3_blob_close(blob) }
    var offset = Int32(Self.headSize)
    var hash = SHA256()
    func write(_ bytes: UnsafeRawBufferPointer) {
      guard code == SQLITE_OK, !bytes.isEmpty else { return }
      code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), offset)
      offset += Int32(bytes.count)
    }
    forEachChunk { chunk in
      if known == nil { hash.update(bufferPointer: chunk) }
      write(chunk)
    }
    offset = 0
    withUnsafeBytes(of: Self.mark, write)
    (known ?? Data(hash.finalize())).withUnsafeBytes(write)
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: String(cString: sqlite3_errmsg(database.sqliteConnection))
      )
    }
  }
}
