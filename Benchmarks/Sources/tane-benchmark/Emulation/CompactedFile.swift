import Foundation

/// Removes the white space between the values of a JSON file, which is then as long as a server's
/// response.
struct CompactedFile {
  /// Writes a compact copy of a file, piece by piece.
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
