/// An error in security rules: the position and the reason.
///
/// An example: `1:2: Expected 'rules' property.`
struct RulesProblem: Error, Hashable, CustomStringConvertible {
  /// The line, from 1; 0 where no place is at fault.
  let line: Int
  let column: Int
  let message: String

  var description: String { line == 0 ? message : "\(line):\(column): \(message)" }

  /// A problem without a place.
  init(_ message: String) {
    self.init(line: 0, column: 0, message)
  }

  init(line: Int, column: Int, _ message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// A problem at an offset of a text.
  init(at offset: Int, of text: [UInt8], _ message: String) {
    let before = text[..<min(offset, text.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // The bytes of a character after its first one have the bits 10 in front.
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    self.message = message
  }
}
