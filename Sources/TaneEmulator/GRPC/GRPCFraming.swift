import TaneCore

/// The frames of gRPC's messages: a byte that tells whether one is compressed, its length in four bytes, the message.
struct GRPCFraming {
  /// The most bytes of a message; Firestore takes requests of 10 MiB.
  let limit: Int
  private var buffer: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether a frame has begun and not ended.
  var isInsideFrame: Bool { !buffer.isEmpty }

  static func frame(_ message: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(message.count).bigEndian) { Array($0) }
    return [0] + length + message
  }

  /// Takes bytes, and returns the messages that are complete with them.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(GoogleFailure) -> [[UInt8]] {
    buffer += bytes
    var messages: [[UInt8]] = []
    var start = 0
    while buffer.count - start >= 5 {
      guard buffer[start] == 0 else {
        throw GoogleFailure(
          .unimplemented,
          "Compressed messages are not read: expected grpc-encoding identity."
        )
      }
      let length = buffer[start + 1..<start + 5].reduce(0) { $0 << 8 | Int($1) }
      guard length <= limit else {
        // As Firestore says; apps would send again what exhausts a resource.
        throw .invalid(
          "Request payload size exceeds the limit: \(limit.grouped) bytes; found \(length.grouped)."
        )
      }
      guard buffer.count - start >= 5 + length else { break }
      messages.append(Array(buffer[start + 5..<start + 5 + length]))
      start += 5 + length
    }
    buffer.removeFirst(start)
    return messages
  }
}
