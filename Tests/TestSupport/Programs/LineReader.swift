package import Foundation
import Synchronization

/// A reader that returns the output of a pipe line by line.
package final class LineReader: Sendable {
  private let handle: FileHandle
  /// A separate queue for waiting, because other tests need the few threads for tasks.
  private let queue = DispatchQueue(label: "tane.line-reader")
  private let pending = Mutex(Data())

  package init(_ handle: FileHandle) { self.handle = handle }

  /// Returns the next line without its line end, or nil at the end of the pipe.
  package func next() async -> String? {
    while true {
      if let line = pending.withLock({ Self.takeLine(from: &$0) }) { return line }
      let more = await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.handle.availableData) }
      }
      guard !more.isEmpty else { return nil }
      pending.withLock { $0 += more }
    }
  }

  private static func takeLine(from data: inout Data) -> String? {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: data[..<end], as: UTF8.self)
    data = Data(data[data.index(after: end)...])
    return line
  }
}
