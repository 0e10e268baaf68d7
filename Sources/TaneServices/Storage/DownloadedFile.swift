import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is written next to its final path, and moved there when it is complete.
struct DownloadedFile: ObjectDownload.Sink {
  private let place: FilePath
  private let draft: FilePath
  private let file: FileDescriptor

  /// Creates a draft file; `finish()` or `discard()` must follow.
  ///
  /// - Throws: An `Errno`.
  init(at place: FilePath) throws {
    self.place = place
    // The draft is in the same folder, so that it can be moved atomically.
    let name = ".\(place.lastComponent?.string ?? "download").\(UInt64.random(in: 0...(.max)))"
    draft = place.removingLastComponent().appending(name)
    file = try FileDescriptor.open(
      draft,
      .writeOnly,
      options: [.create, .exclusiveCreate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead]
    )
  }

  func take(_ bytes: [UInt8]) throws { try file.writeAll(bytes) }

  func restart() throws {
    try file.resize(to: 0)
    try file.seek(offset: 0, from: .start)
  }

  /// Moves the file to its final path, replacing an existing one.
  func finish() throws {
    do {
      try file.close()
      try replace(place, with: draft)
    } catch {
      remove(draft)
      throw error
    }
  }

  /// Removes the draft, and keeps an existing file at the final path.
  func discard() {
    try? file.close()
    remove(draft)
  }
}

/// Replaces a file with another atomically.
private func replace(_ place: FilePath, with draft: FilePath) throws {
  let result = draft.withPlatformString { draft in
    place.withPlatformString { place in rename(draft, place) }
  }
  guard result == 0 else { throw Errno(rawValue: errno) }
}

/// Removes a file, if it exists.
private func remove(_ file: FilePath) {
  _ = file.withPlatformString { unlink($0) }
}
