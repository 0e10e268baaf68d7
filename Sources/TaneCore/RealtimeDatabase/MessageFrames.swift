/// How messages of the WebSocket protocol become frames, and frames messages.
///
/// A long message is a frame with the number of its slices, and then the slices.
package enum MessageFrames {
  /// The most UTF-16 code units of a frame, beyond which the official clients slice.
  package static let length = 16_384

  /// The frames of a message in UTF-8.
  ///
  /// Slices end between characters. Bytes are no fewer than code units, so that slices of so many bytes
  /// are short enough for everybody.
  package static func frames(of message: [UInt8]) -> [[UInt8]] {
    guard message.count > length else { return [message] }
    var slices: [[UInt8]] = []
    var start = 0
    while start < message.count {
      var end = min(start + length, message.count)
      // A byte of the form 10xxxxxx goes on with a character.
      while end < message.count, message[end] & 0xC0 == 0x80 { end -= 1 }
      slices.append(Array(message[start..<end]))
      start = end
    }
    return [Array(String(slices.count).utf8)] + slices
  }

  /// Puts messages together.
  package struct Assembler {
    /// The most bytes of a message of a client: what the service takes in one write of a client, and a quarter more
    /// for what is around it.
    package static let clientLimit = 20 * 1024 * 1024

    /// A message has more bytes than its receiver takes.
    package struct TooLarge: Error {}

    private let limit: Int
    private var awaited = 0
    private var bytes: [UInt8] = []

    package init(limit: Int = clientLimit) {
      self.limit = limit
    }

    /// Takes a frame, and returns the message that it ends, if it ends one.
    package mutating func take(_ frame: [UInt8]) throws(TooLarge) -> [UInt8]? {
      guard awaited > 0 else { return begin(with: frame) }
      guard bytes.count + frame.count <= limit else { throw TooLarge() }
      bytes.append(contentsOf: frame)
      awaited -= 1
      guard awaited == 0 else { return nil }
      defer { bytes = [] }
      return bytes
    }

    /// A frame of nothing but a number announces that many; zero is a sign of life.
    private mutating func begin(with frame: [UInt8]) -> [UInt8]? {
      guard frame.count <= 6, let count = Int(String(decoding: frame, as: UTF8.self)), count >= 0
      else { return frame }
      awaited = count
      return nil
    }
  }
}
