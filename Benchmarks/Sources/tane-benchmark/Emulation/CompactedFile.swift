import Foundation

/// A JSON file without white space between values, so that its size equals that of a server's
/// response.
struct CompactedFile {
  /// Writes a copy of a file without white space, in chunks.
  static func write(_ source: URL, to target: URL) throws {
    var output = try SampleOutput(to: target)
    let input = try FileHandle(forReadingFrom: source)
    defer { try? input.close() }
    var isText = false
    var isEscaped = false
    while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty {
      try output.write(
        piece.filter { byte in
          if isText {
            if isEscaped {
              isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
              isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
              isText = false
            }
            return true
          }
          isText = byte == UInt8(ascii: "\"")
          return byte > UInt8(ascii: " ")
        }
      )
    }
    try output.finish()
  }
}
