/// Bytes on their way to a sink, handed over in chunks.
struct OutputBuffer {
  private static let chunkSize = 64 * 1024

  private(set) var bytes: [UInt8] = []

  /// Whether there is a chunk to hand over.
  var isFull: Bool { bytes.count >= Self.chunkSize }

  mutating func append(_ text: String) {
    // A short text has no memory of its own: this is a copy of its bytes, where `utf8` goes through them one by one.
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

  /// Appends a number in hexadecimal with zeros in front.
  mutating func appendHexadecimal(_ value: UInt32, digits: Int) {
    for digit in stride(from: digits - 1, through: 0, by: -1) {
      let value = UInt8(truncatingIfNeeded: value >> UInt32(digit * 4)) & 0xF
      bytes.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
    }
  }

  /// Hands over what there is.
  mutating func drain(
    to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    try bytes.withUnsafeBufferPointer(sink)
    bytes.removeAll(keepingCapacity: true)
  }
}
