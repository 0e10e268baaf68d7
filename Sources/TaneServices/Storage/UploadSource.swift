import SystemPackage
import TaneCore

/// The bytes of an upload, in memory or in an open file.
struct UploadSource: Sendable {
  private enum Content: Sendable {
    case bytes([UInt8])
    case file(FileDescriptor)
  }

  private static let readBytes = 1 << 20

  /// The number of bytes.
  let size: Int
  /// The checksum of the bytes.
  let checksum: UInt32
  private let content: Content

  init(_ bytes: [UInt8]) {
    content = .bytes(bytes)
    size = bytes.count
    checksum = CRC32C.checksum(of: bytes)
  }

  /// Opens a file and reads it once for its checksum; the caller must call `close()`.
  ///
  /// - Throws: An `Errno`.
  init(file path: FilePath) throws {
    let file = try FileDescriptor.open(path, .readOnly)
    do {
      var crc = CRC32C()
      var count = 0
      while true {
        let chunk = try Self.read(file, at: count, count: Self.readBytes)
        if chunk.isEmpty { break }
        chunk.withUnsafeBytes { crc.update($0) }
        count += chunk.count
      }
      size = count
      checksum = crc.value
      content = .file(file)
    } catch {
      try? file.close()
      throw error
    }
  }

  /// Returns the bytes of a range, or fewer bytes if the file was truncated.
  func bytes(_ range: Range<Int>) throws -> [UInt8] {
    switch content {
    case .bytes(let bytes):
      return range == bytes.indices ? bytes : Array(bytes[range])
    case .file(let file):
      var bytes: [UInt8] = []
      while bytes.count < range.count {
        let position = range.lowerBound + bytes.count
        let chunk = try Self.read(file, at: position, count: range.count - bytes.count)
        if chunk.isEmpty { break }
        bytes += chunk
      }
      return bytes
    }
  }

  /// Closes the file, if any.
  func close() {
    if case .file(let file) = content { try? file.close() }
  }

  private static func read(
    _ file: FileDescriptor,
    at offset: Int,
    count: Int
  ) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let memory = UnsafeMutableRawBufferPointer(buffer)
      initialized = try file.read(fromAbsoluteOffset: Int64(offset), into: memory)
    }
  }
}
