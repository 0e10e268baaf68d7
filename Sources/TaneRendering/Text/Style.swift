/// A text style: colored on a terminal, plain elsewhere.
///
/// Color never conveys information that the text itself does not.
package struct Style: Sendable {
  /// A Boolean value indicating whether text is colored.
  package let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package static let plain = Style(isColored: false)

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func red(_ text: String) -> String { wrap(text, "31") }
  package func green(_ text: String) -> String { wrap(text, "32") }
  package func yellow(_ text: String) -> String { wrap(text, "33") }

  /// Colors text red, with marked words in reverse video.
  package func red(_ text: MarkedText) -> String { wrap(text, "31") }
  package func green(_ text: MarkedText) -> String { wrap(text, "32") }
  package func dim(_ text: MarkedText) -> String { wrap(text, "2") }

  /// Returns the escape sequence for a color at the start of a string, if any.
  func color(at text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    guard isColored, text.starts(with: "\u{1B}[".unicodeScalars) else { return nil }
    guard let end = text.firstIndex(of: "m") else { return nil }
    let code = text[..<end].dropFirst(2)
    return Self.codes.contains(String(code)) ? text[...end] : nil
  }

  private static let codes: Set<String> = [
    "0", "1", "2", "31", "32", "33", "2;7", "31;7", "32;7",
  ]

  private func wrap(_ text: MarkedText, _ code: String) -> String {
    guard isColored else { return text.text }
    return text.pieces.map { wrap($0.text, $0.isMarked ? "\(code);7" : code) }.joined()
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
