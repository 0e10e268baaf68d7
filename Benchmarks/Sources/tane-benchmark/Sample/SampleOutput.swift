import Foundation

/// A file that is written piece by piece.
///
/// Linux counts the memory of the process that starts a child as the child's own, so the benchmark
/// must stay small: it never holds a whole file.
struct SampleOutput {
  private let handle: FileHandle
  private var pending: [UInt8] = []
  /// How many bytes it was given.
  private(set) var byteCount = 0

  /// Makes the file, or makes it empty.
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
