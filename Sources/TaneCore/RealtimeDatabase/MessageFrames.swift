/// Conversion between messages and WebSocket frames.
///
/// A long message is sent as a frame with the number of its slices, followed by the slices.
package enum MessageFrames {
  /// The maximum number of UTF-16 code units in a frame; the official clients slice longer
  /// messages.
  package static let length = 16_384

  /// Splits a message in UTF-8 into frames.
  ///
  /// Slices end between characters. UTF-8 has at least as many bytes as UTF-16 has code units, so
  /// slices of `length` bytes are short enough for every client.
  package static func frames(of message: [UInt8]) -> [[UInt8]] {
    guard message.count > length else { return [message] }
    var slices: [[UInt8]] = []
    var start = 0
    while start < message.count {
      var end = min(start + length, message.count)
      // A byte of the form 10xxxxxx continues a character.
      while end < message.count, message[end] & 0xC0 == 0x80 { end -= 1 }
      slices.append(Array(message[start..<end]))
      start = end
    }
    return [Array(String(slices.count).utf8)] + slices
  }

  package struct Assembler {
    /// The maximum number of bytes in a client's message: the service's limit for a write, plus a
    /// quarter for the envelope.
    package static let clientLimit = 20 * 1024 * 1024

    /// An error for a message that exceeds the receiver's limit.
    package struct TooLarge: Error {}

    private let limit: Int
    private var remainingFrameCount = 0
    private var bytes: [UInt8] = []

    package init(limit: Int = clientLimit) {
      self.limit = limit
    }

    /// Appends a frame, and returns the message if the frame completes it, otherwise nil.
    package mutating func take(_ frame: [UInt8]) throws(TooLarge) -> [UInt8]? {
      guard remainingFrameCount > 0 else { return begin(with: frame) }
      guard bytes.count + frame.count <= limit else { throw TooLarge() }
      bytes.append(contentsOf: frame)
      remainingFrameCount -= 1
      guard remainingFrameCount == 0 else { return nil }
      defer { bytes = [] }
      return bytes
    }

    /// Begins a message; a frame that is only a number announces that many slices, or is a
    /// keep-alive if the number is zero.
    private mutating func begin(with frame: [UInt8]) -> [UInt8]? {
      guard frame.count <= 6, let count = Int(String(decoding: frame, as: UTF8.self)), count >= 0
      else { return frame }
      remainingFrameCount = count
      return nil
    }
  }
}
