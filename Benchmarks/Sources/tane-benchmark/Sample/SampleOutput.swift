import Foundation

/// A file that is written in chunks.
///
/// Linux counts the memory of the parent process at the start of a child as the child's own, so the
/// benchmark must stay small and never has a whole file in memory.
struct SampleOutput {
  private let handle: FileHandle
  private var pending: [UInt8] = []
  /// The number of bytes that were written or are pending.
  private(set) var byteCount = 0

  /// Creates an empty file, or truncates an existing one.
  init(to file: URL) throws {
    try Data().write(to: file)
    handle = try FileHandle(forWritingTo: file)
  }

  mutating func write(_ bytes: some Sequence<UInt8>) throws {
    let before = pending.count
    pending.append(contentsOf: bytes)
    byteCount += pending.count - before
    if pending.count > Self.pieceSize { try flush() }
  }

  mutating func write(_ text: String) throws { try write(text.utf8) }

  mutating func finish() throws {
    try flush()
    try handle.close()
  }

  private mutating func flush() throws {
    try handle.write(contentsOf: Data(pending))
    pending.removeAll(keepingCapacity: true)
  }

  private static let pieceSize = 1 << 18
}
