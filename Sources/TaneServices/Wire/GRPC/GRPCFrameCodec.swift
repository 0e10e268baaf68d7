/// A decoder for gRPC frames; a frame consists of a compression byte, a four-byte length and a
/// message.
package struct GRPCFrameCodec {
  package enum Problem: Error, Equatable {
    /// The message is compressed.
    case compressed
    /// The message exceeds the limit; the associated value is its length in bytes.
    case tooLong(Int)
  }

  /// The maximum size of a message, in bytes.
  package let limit: Int
  private var buffer: [UInt8] = []

  /// Creates a decoder with a maximum message size in bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// A Boolean value indicating whether a frame is incomplete.
  package var isInsideFrame: Bool { !buffer.isEmpty }

  /// The received and total bytes of an incomplete frame, or nil if its length is still unknown.
  package var pendingFrame: (count: Int, total: Int)? {
    buffer.count < 5 ? nil : (buffer.count, 5 + length(at: 0))
  }

  package static func frame(_ message: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(message.count).bigEndian) { Array($0) }
    return [0] + length + message
  }

  /// Appends bytes, and returns the messages that they complete.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(Problem) -> [[UInt8]] {
    buffer += bytes
    var messages: [[UInt8]] = []
    var start = 0
    while buffer.count - start >= 5 {
      guard buffer[start] == 0 else { throw .compressed }
      let length = length(at: start)
      guard length <= limit else { throw .tooLong(length) }
      guard buffer.count - start >= 5 + length else { break }
      messages.append(Array(buffer[start + 5..<start + 5 + length]))
      start += 5 + length
    }
    // Releases the memory of a long message.
    if start == buffer.count { buffer = [] } else { buffer.removeFirst(start) }
    return messages
  }

  private func length(at start: Int) -> Int {
    buffer[start + 1..<start + 5].reduce(0) { $0 << 8 | Int($1) }
  }
}
