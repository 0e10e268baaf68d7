/// Returns a count with its noun: `1 node`, `2 nodes`, `1,024 nodes`.
public func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count.grouped) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension Int {
  /// The number with a comma between groups of three digits.
  public var grouped: String {
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
  /// Returns the text padded at the front with zeros to a number of characters.
  func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }

  /// The text with control characters and line breaks escaped, for output on one line.
  public var escapingControls: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
