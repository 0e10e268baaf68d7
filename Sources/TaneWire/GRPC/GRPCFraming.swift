/// The frames of gRPC's messages: a byte that tells whether one is compressed, its length in four bytes, the message.
package struct GRPCFraming {
  /// What keeps a frame from being read.
  package enum Problem: Error, Equatable {
    /// Its message is compressed.
    case compressed
    /// Its message has this many bytes, more than the limit.
    case tooLong(Int)
  }

  /// The most bytes of a message.
  package let limit: Int
  private var buffer: [UInt8] = []

  /// Creates a reader of frames whose messages have so many bytes at the most.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Whether a frame has begun and not ended.
  package var isInsideFrame: Bool { !buffer.isEmpty }

  /// The bytes of the frame that has begun, so far and in all; nil while its length is not known.
  package var pendingFrame: (count: Int, total: Int)? {
    buffer.count < 5 ? nil : (buffer.count, 5 + length(at: 0))
  }

  /// The frame of a message.
  package static func frame(_ message: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(message.count).bigEndian) { Array($0) }
    return [0] + length + message
  }

  /// Takes bytes, and returns the messages that are complete with them.
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
    // What a long message took is not kept.
    if start == buffer.count { buffer = [] } else { buffer.removeFirst(start) }
    return messages
  }

  private func length(at start: Int) -> Int {
    buffer[start + 1..<start + 5].reduce(0) { $0 << 8 | Int($1) }
  }
}
