/// An error in security rules: the position and the reason.
///
/// For example: `1:2: Expected 'rules' property.`
struct RulesProblem: Error, Hashable, CustomStringConvertible {
  /// The line number, starting at 1, or 0 if the error has no position.
  let line: Int
  let column: Int
  let message: String

  var description: String { line == 0 ? message : "\(line):\(column): \(message)" }

  /// Creates an error without a position.
  init(_ message: String) {
    self.init(line: 0, column: 0, message)
  }

  init(line: Int, column: Int, _ message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// Creates an error at a byte offset in a text.
  init(at offset: Int, of text: [UInt8], _ message: String) {
    let before = text[..<min(offset, text.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Continuation bytes of a UTF-8 character start with the bits 10.
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    self.message = message
  }
}
