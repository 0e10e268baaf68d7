import Crypto
import GRDB
import GRDBSQLite
import TaneCore

import struct Foundation.Data

/// Bytes that the state keeps behind a zero and their digest.
///
/// Those of a large tree are made when they are needed, a piece at a time: the whole of them is never in memory.
struct SealedBytes {
  /// What no JSON begins with.
  static let mark: UInt8 = 0
  /// Where the bytes begin.
  static let headSize = 1 + SHA256.byteCount
  /// From how many bytes on a tree is large.
  private static let largeSize = 64 * 1024

  private enum Part {
    case bytes([UInt8])
    case tree(Tree)
  }

  private var parts: [Part] = []
  /// What follows the parts.
  private var tail: [UInt8] = []
  /// The number of all bytes, zero and digest included.
  private var count = Self.headSize

  /// Appends the bytes of a tree.
  mutating func append(_ tree: Tree) { append(Self.part(tree)) }

  /// Appends the bytes of a tree behind their number; a zero for none.
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

  /// A tree with the number of its bytes: these themselves where they are few.
  private static func part(_ tree: Tree) -> (part: Part, size: Int) {
    var (bytes, size) = ([UInt8](), 0)
    tree.forEachBytePiece { piece in
      size += piece.count
      if size < largeSize { bytes.append(contentsOf: piece) }
    }
    return size < largeSize ? (.bytes(bytes), size) : (.tree(tree), size)
  }

  private var hasLargeParts: Bool { !parts.isEmpty }

  /// The digest of the bytes.
  func digest() -> Data {
    var hash = SHA256()
    forEachPiece { hash.update(bufferPointer: $0) }
    return Data(hash.finalize())
  }

  /// All bytes behind a digest of them.
  func data(behind digest: Data) -> Data {
    var data = Data(capacity: count)
    data.append(Self.mark)
    data.append(digest)
    forEachPiece { data.append(contentsOf: $0) }
    return data
  }

  /// The bytes of a map with some entries of another one, behind a digest of them.
  static func data(ofEntries entries: Range<Int>, of map: Tree) -> Data {
    var (bytes, hash) = (Data(), SHA256())
    map.forEachBytePiece(ofEntries: entries) { piece in
      hash.update(bufferPointer: piece)
      bytes.append(contentsOf: piece)
    }
    return Data([mark]) + hash.finalize() + bytes
  }

  private func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    for part in parts + [.bytes(tail)] {
      switch part {
      case .bytes(let bytes): bytes.withUnsafeBytes(body)
      case .tree(let tree): tree.forEachBytePiece(body)
      }
    }
  }
}

extension SealedBytes {
  /// Inserts a row whose last value are the bytes.
  ///
  /// - Parameters:
  ///   - statement: `INSERT`, or what it does where there is such a row.
  ///   - table: The table.
  ///   - values: The columns with their values, but for the last one.
  ///   - column: The column of the bytes, which is the last one.
  ///   - known: The digest of the bytes, where somebody has it; else it is taken as they are written.
  ///   - database: The database, in a transaction.
  /// - Throws: A `DatabaseError`.
  func insert(
    by statement: String,
    into table: String,
    _ values: KeyValuePairs<String, Int64>,
    as column: String,
    behind known: Data? = nil,
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

  /// Writes the bytes into the room that a row has for them.
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
    // What failed in a write is said again by the end.
    defer { sqlite3_blob_close(blob) }
    var offset = Int32(Self.headSize)
    var hash = SHA256()
    func write(_ bytes: UnsafeRawBufferPointer) {
      guard code == SQLITE_OK, !bytes.isEmpty else { return }
      code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), offset)
      offset += Int32(bytes.count)
    }
    forEachPiece { piece in
      if known == nil { hash.update(bufferPointer: piece) }
      write(piece)
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
