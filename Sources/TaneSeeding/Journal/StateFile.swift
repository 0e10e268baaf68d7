import SystemPackage
import TaneCore
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A small file, usually below `.tane/`, that is replaced atomically.
struct StateFile: Sendable {
  let path: FilePath

  /// Returns the file's bytes, or nil if it does not exist.
  func read() throws -> [UInt8]? {
    do {
      return try DiskFiles().bytes(of: path)
    } catch {
      throw failure(.unreadable, "cannot be read", error)
    }
  }

  /// Replaces the file atomically, even if the power fails, and creates its folders.
  ///
  /// When the function returns, the bytes are on disk. Only the owner can read them, regardless of
  /// the umask.
  func replace(with bytes: [UInt8]) throws {
    try replace { sink in try bytes.withUnsafeBytes(sink) }
  }

  /// Replaces the file with the chunks of bytes that `body` passes to its sink.
  func replace(
    _ body: (_ sink: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    do {
      try StateFolder.make(above: path)
      try writeAtomically(body)
    } catch {
      throw failure(.readOnly, "cannot be written", error)
    }
  }

  /// Writes chunks of bytes into a temporary file, flushes it to disk, and renames it.
  private func writeAtomically(
    _ body: (_ sink: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let name = ".\(path.lastComponent?.string ?? "state").\(UInt64.random(in: 0...(.max)))"
    let folder = path.removingLastComponent()
    let draft = folder.appending(name)
    let file = try FileDescriptor.open(
      draft,
      .writeOnly,
      options: [.create, .exclusiveCreate],
      permissions: [.ownerReadWrite]
    )
    do {
      try file.closeAfter {
        try body { try file.writeAll($0) }
        try DiskFlush.flush(descriptor: file.rawValue)
      }
      let result = draft.withPlatformString { draft in
        path.withPlatformString { rename(draft, $0) }
      }
      guard result == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = draft.withPlatformString { unlink($0) }
      throw error
    }
    try DiskFlush.flush(path: folder.string)
  }

  /// Removes the file, if it exists.
  func remove() throws {
    guard FileManager.default.fileExists(atPath: path.string) else { return }
    do {
      try FileManager.default.removeItem(atPath: path.string)
    } catch {
      throw failure(.readOnly, "cannot be removed", error)
    }
  }

  private func failure(_ code: StoreError.Code, _ what: String, _ error: any Error) -> StoreError {
    let isFull =
      switch error {
      case let error as CocoaError: error.code == .fileWriteOutOfSpace
      case let error as Errno: DiskFlush.Failure(errno: error.rawValue).isDiskFull
      case let error as DiskFlush.Failure: error.isDiskFull
      default: false
      }
    let reason = isFull ? "the disk is full" : "check the folder and its permissions"
    return StoreError(isFull ? .diskFull : code, service: path.string, "\(what); \(reason)")
  }
}
