/// A buffer of bytes that is flushed to a sink in chunks.
struct OutputBuffer {
  private static let chunkSize = 64 * 1024

  private(set) var bytes: [UInt8] = []

  /// A Boolean value indicating whether a chunk is ready to be flushed.
  var isFull: Bool { bytes.count >= Self.chunkSize }

  mutating func append(_ text: String) {
    // Short strings are stored inline: `withUTF8` copies their bytes at once, whereas `utf8`
    // iterates over them.
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: text)
  }

  mutating func append(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    bytes.append(contentsOf: text)
  }

  mutating func appendSpaces(_ count: Int) {
    for _ in 0..<count { bytes.append(UInt8(ascii: " ")) }
  }

  /// Appends a number in hexadecimal, padded with zeros.
  mutating func appendHexadecimal(_ value: UInt32, digits: Int) {
    for digit in stride(from: digits - 1, through: 0, by: -1) {
      let value = UInt8(truncatingIfNeeded: value >> UInt32(digit * 4)) & 0xF
      bytes.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
    }
  }

  /// Flushes the buffer to a sink, and empties it.
  mutating func drain(
    to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    try bytes.withUnsafeBufferPointer(sink)
    bytes.removeAll(keepingCapacity: true)
  }
}
