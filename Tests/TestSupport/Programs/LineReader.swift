package import Foundation
import Synchronization

/// Reads a pipe line by line.
package final class LineReader: Sendable {
  private let handle: FileHandle
  /// A thread of its own waits: those of tasks are few, and other tests need them.
  private let queue = DispatchQueue(label: "tane.line-reader")
  private let pending = Mutex(Data())

  package init(_ handle: FileHandle) { self.handle = handle }

  /// The next line without its end, or nil at the end of the pipe.
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
