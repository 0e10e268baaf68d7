import TaneCore

/// The LevelDB log format, which Firestore exports use.
///
/// The file consists of blocks of 32 KiB. A record consists of one or more fragments, each within
/// one block; a fragment has a header with its checksum, its length and its kind. See
/// <https://github.com/google/leveldb/blob/main/doc/log_format.md>.
package enum LevelDBLog {
  static let blockSize = 32 * 1024
  static let headerSize = 7
  /// The maximum size of a record in bytes, many times the maximum size of a document.
  static let maximumRecordSize = 64 * 1024 * 1024

  /// The kinds of fragments.
  enum Kind: UInt8 {
    case full = 1
    case first, middle, last
  }

  /// Returns the masked checksum of a fragment.
  static func checksum(_ kind: UInt8, _ data: ArraySlice<UInt8>) -> UInt32 {
    var crc = CRC32C()
    withUnsafeBytes(of: kind) { crc.update($0) }
    data.withUnsafeBytes { crc.update($0) }
    // The checksum is masked, since checksums of data that contains checksums are weak.
    return (crc.value >> 15 | crc.value << 17) &+ 0xA282_EAD8
  }

  /// Calls `body` with the records of a file, in order.
  ///
  /// - Throws: A `WireError` with the position of the damaged record, or an error from `body`.
  package static func forEachRecord(
    of bytes: [UInt8],
    _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var reader = FragmentReader(bytes: bytes)
    var partialRecord: [UInt8]?
    while let fragment = try reader.next() {
      switch (fragment.kind, partialRecord) {
      case (.full, nil): try body(fragment.data)
      case (.first, nil): partialRecord = Array(fragment.data)
      case (.middle, let start?), (.last, let start?):
        guard start.count + fragment.data.count <= maximumRecordSize else {
          throw WireError.damaged(at: fragment.offset, "a record is larger than 64 MiB")
        }
        partialRecord?.append(contentsOf: fragment.data)
        guard fragment.kind == .last, let record = partialRecord else { continue }
        partialRecord = nil
        try body(record[...])
      default:
        throw WireError.damaged(
          at: fragment.offset,
          partialRecord == nil
            ? "a record lacks its beginning" : "a record begins before the previous one ends"
        )
      }
    }
    if partialRecord != nil {
      throw WireError.damaged(at: bytes.count, "the last record is not complete")
    }
  }

  private struct FragmentReader {
    struct Fragment {
      let kind: Kind
      let data: ArraySlice<UInt8>
      let offset: Int
    }

    let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next fragment, or nil at the end.
    mutating func next() throws(WireError) -> Fragment? {
      while offset < bytes.count {
        let end = min(bytes.count, (offset / blockSize + 1) * blockSize)
        // Padding at a block's end is too short for a header or consists of zeros.
        let isPadding = end - offset < headerSize || bytes[offset + 6] == 0
        guard isPadding else { return try fragment(before: end) }
        guard bytes[offset..<end].allSatisfy({ $0 == 0 }) else {
          throw .damaged(at: offset, "expected a record or zeros")
        }
        offset = end
      }
      return nil
    }

    private mutating func fragment(before end: Int) throws(WireError) -> Fragment {
      let header = bytes[offset..<offset + headerSize]
      let checksum = (0..<4).reduce(UInt32(0)) {
        $0 | UInt32(header[offset + $1]) << UInt32(8 * $1)
      }
      let length = Int(header[offset + 4]) | Int(header[offset + 5]) << 8
      guard let kind = Kind(rawValue: header[offset + 6]) else {
        throw .damaged(at: offset, "a record of the unknown kind \(header[offset + 6])")
      }
      let start = offset + headerSize
      guard length <= end - start else {
        throw .damaged(
          at: offset,
          "a record of \(length.grouped) bytes, of which only \((end - start).grouped) are present"
        )
      }
      let data = bytes[start..<start + length]
      guard LevelDBLog.checksum(kind.rawValue, data) == checksum else {
        throw .damaged(at: offset, "the checksum of a record does not match its bytes")
      }
      defer { offset = start + length }
      return Fragment(kind: kind, data: data, offset: offset)
    }
  }
}

extension WireError {
  /// Returns the error for damage at a byte offset of the file.
  static func damaged(at offset: Int, _ what: String) -> WireError {
    .invalid("it is damaged or truncated at byte \(offset.grouped): \(what)")
  }
}
