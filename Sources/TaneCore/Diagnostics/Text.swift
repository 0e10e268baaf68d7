/// Returns a count with a noun in the singular or plural: `1 node`, `2 nodes`, `1,024 nodes`.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count.grouped) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension Int {
  /// The number with commas between groups of three digits.
  package var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-\(text)" : text
  }
}

extension String {
  /// Returns the text padded with leading zeros to at least `count` characters.
  package func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }

  /// The text with control characters and line breaks escaped, for output on one line.
  package var escapingControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl { text += scalar.escape } else { text.unicodeScalars.append(scalar) }
    }
  }
}

extension Unicode.Scalar {
  /// A Boolean value indicating whether the scalar can change the display of other text: a control
  /// character, a line or paragraph separator, or a bidirectional formatting mark.
  ///
  /// Joiners and variation selectors do not count.
  package var isControl: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    default: false
    }
  }

  /// The scalar's escape sequence: `\n`, `\u{9B}`.
  package var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
