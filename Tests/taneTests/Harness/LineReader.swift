import Foundation

/// Reads a pipe line by line, waiting for each.
struct LineReader {
  private let handle: FileHandle
  private var pending = Data()

  init(_ handle: FileHandle) {
    self.handle = handle
  }

  /// The next line without its end, or nil at the end of the pipe.
  mutating func next() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending = Data(pending[pending.index(after: end)...])
        return line
      }
      let more = handle.availableData
      guard !more.isEmpty else { return nil }
      pending += more
    }
  }
}
