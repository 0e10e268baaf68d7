extension LevelDBLog {
  /// A writer for consecutive records.
  package struct Writer {
    /// The number of bytes written so far.
    package private(set) var byteCount = 0

    /// Creates a writer for a new file.
    package init() {}

    /// Returns the bytes of the next record, to be appended to the file.
    package mutating func bytes(of record: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = []
      var (rest, isFirst) = (record[...], true)
      repeat {
        let room = LevelDBLog.blockSize - (byteCount + bytes.count) % LevelDBLog.blockSize
        guard room >= LevelDBLog.headerSize else {
          bytes += [UInt8](repeating: 0, count: room)
          continue
        }
        let data = rest.prefix(room - LevelDBLog.headerSize)
        rest = rest.dropFirst(data.count)
        let kind: Kind = rest.isEmpty ? (isFirst ? .full : .last) : isFirst ? .first : .middle
        let checksum = LevelDBLog.checksum(kind.rawValue, data)
        withUnsafeBytes(of: checksum.littleEndian) { bytes += $0 }
        bytes += [UInt8(data.count & 0xFF), UInt8(data.count >> 8), kind.rawValue]
        bytes += data
        isFirst = false
      } while !rest.isEmpty || isFirst
      byteCount += bytes.count
      return bytes
    }
  }
}
