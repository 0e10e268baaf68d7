#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A temporary file in the folder of its final path, renamed to that path when it is complete.
package struct DraftFile {
  private let path: String
  private let draft: String
  private let descriptor: Int32

  /// Creates a draft of the file at a path; the caller must call `finish()` or `discard()`.
  package init(of path: String) throws(DiskFlush.Failure) {
    self.path = path
    // The draft is in the same folder, so that it can be moved atomically.
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = ".tane-\(UInt64.random(in: 0...(.max)))-\(parts.last ?? "")"
    draft = (parts.dropLast() + [Substring(name)]).joined(separator: "/")
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw DiskFlush.Failure(errno: errno) }
  }

  /// Appends bytes to the draft.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(DiskFlush.Failure) {
    var rest = bytes[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let count = write(descriptor, start, rest.count)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw DiskFlush.Failure(errno: errno)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Removes all bytes from the draft.
  package func restart() throws(DiskFlush.Failure) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw DiskFlush.Failure(errno: errno)
    }
  }

  /// Moves the draft to its final path, replacing an existing file.
  package func finish() throws(DiskFlush.Failure) {
    // Some file systems report a full disk only when the file is closed.
    guard close(descriptor) == 0, rename(draft, path) == 0 else {
      let failure = DiskFlush.Failure(errno: errno)
      unlink(draft)
      throw failure
    }
  }

  /// Removes the draft; an existing file at the final path is unchanged.
  package func discard() {
    close(descriptor)
    unlink(draft)
  }
}
