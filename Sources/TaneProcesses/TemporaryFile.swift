package import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An unlinked temporary file, which the system deletes when it is closed.
///
/// Unlike a pipe between two processes, it never blocks the writer or sends it SIGPIPE.
package struct TemporaryFile: ~Copyable {
  /// The file, open for reading and writing.
  package let descriptor: FileDescriptor

  package init() throws(Errno) {
    let name = "tane-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let path = FilePath(FileManager.default.temporaryDirectory.path).appending(name)
    do {
      descriptor = try FileDescriptor.open(
        path,
        .readWrite,
        options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite
      )
    } catch {
      throw error as? Errno ?? .ioError
    }
    _ = path.withPlatformString { unlink($0) }
  }

  deinit { try? descriptor.close() }

  /// Writes bytes, and then moves to the start of the file so that another process can read them.
  package func fill(with bytes: some Sequence<UInt8>) throws(Errno) {
    do {
      try descriptor.writeAll(bytes)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Returns all bytes in the file.
  package func contents() throws(Errno) -> [UInt8] {
    do {
      let size = Int(try descriptor.seek(offset: 0, from: .end))
      try descriptor.seek(offset: 0, from: .start)
      var bytes = [UInt8](repeating: 0, count: size)
      var filled = 0
      while filled < size {
        let count = try bytes.withUnsafeMutableBytes { buffer in
          try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        }
        guard count > 0 else { break }
        filled += count
      }
      return Array(bytes[..<filled])
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}
