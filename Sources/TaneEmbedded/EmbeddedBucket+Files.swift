import Crypto
import SystemPackage
package import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EmbeddedBucket: FileObjectStore {
  /// Stores the content of a file as an object.
  ///
  /// The file is read twice: first for its digests, then for its content.
  package func put(
    fileAt path: String,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    try checkName(name)
    let source: FileDescriptor
    let digests: ObjectDigests
    do {
      source = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      digests = try source.closeOnFailure { try Self.digests(of: source) }
    } catch let error as Errno {
      throw StoreError(
        .unreadable,
        service: service,
        "\(path) cannot be read to upload \(name): \(error)"
      )
    }
    defer { try? source.close() }
    let object = try await put(digests, at: name, metadata: metadata, if: precondition) {
      table,
      object in
      let found = try Self.copy(source, to: table, as: object)
      guard found == digests else {
        throw StoreError(
          .conflict,
          service: service,
          "\(path) changed while it was being read; run the command again"
        )
      }
    }
    onProgress(digests.size)
    return object
  }

  /// Writes an object to a file, replacing the file atomically.
  ///
  /// Throws an error with code `notFound` if the object does not exist, or `unreadable` if its
  /// checksum does not match or the file cannot be written.
  package func download(
    _ name: String,
    toFileAt path: String,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws {
    let size = try await read { table -> Int? in
      guard let object = try table.object(named: name) else { return nil }
      do {
        let draft = try DraftFile(of: path)
        do {
          let isWhole = try table.readParts(of: object) {
            try draft.append(UnsafeRawBufferPointer($0))
          }
          guard isWhole else { throw damaged(name) }
        } catch {
          draft.discard()
          throw error
        }
        try draft.finish()
      } catch let error as DiskFlush.Failure {
        throw StoreError(
          error.isDiskFull ? .diskFull : .unreadable,
          service: service,
          "\(name) cannot be downloaded to \(path): \(Errno(rawValue: error.errno))"
        )
      }
      return object.size
    }
    guard let size else { throw notFound(name) }
    onProgress(size, size)
  }

  /// Stores the content of a file as the bytes of an object, and returns the content's digests.
  private static func copy(
    _ source: FileDescriptor,
    to table: ObjectTable,
    as object: StoredObject
  ) throws -> ObjectDigests {
    var digests = ObjectDigester()
    try withParts(of: source) { nextPart in
      try table.insert(object) {
        let part = try nextPart()
        digests.add(UnsafeRawBufferPointer(part))
        return part
      }
    }
    return digests.value
  }

  private static func digests(of source: FileDescriptor) throws -> ObjectDigests {
    var digests = ObjectDigester()
    try withParts(of: source) { nextPart in
      while case let part = try nextPart(), !part.isEmpty {
        digests.add(UnsafeRawBufferPointer(part))
      }
    }
    return digests.value
  }

  /// Calls a closure with a function that returns the next part of a file, or an empty part at the
  /// end.
  ///
  /// A part is valid until the next call.
  private static func withParts(
    of source: FileDescriptor,
    _ body: (() throws -> UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ObjectTable.partSize,
      alignment: 16
    )
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    try body {
      var count = 0
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let read = try source.read(fromAbsoluteOffset: offset, into: rest)
        guard read > 0 else { break }
        count += read
        offset += Int64(read)
      }
      return UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<count])
    }
  }
}

/// The size and the digests of an object's bytes.
struct ObjectDigests: Hashable {
  let size: Int
  let md5: String
  let crc32c: UInt32
}

/// An incremental calculation of the size and the digests of bytes.
struct ObjectDigester {
  private var size = 0
  private var md5 = Insecure.MD5()
  private var crc32c = CRC32C()

  mutating func add(_ part: UnsafeRawBufferPointer) {
    size += part.count
    md5.update(bufferPointer: part)
    crc32c.update(part)
  }

  var value: ObjectDigests {
    ObjectDigests(
      size: size,
      md5: Data(md5.finalize()).base64EncodedString(),
      crc32c: crc32c.value
    )
  }
}

extension FileDescriptor {
  /// Returns the result of a closure; if it throws, closes the descriptor.
  fileprivate func closeOnFailure<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      try? close()
      throw error
    }
  }
}
