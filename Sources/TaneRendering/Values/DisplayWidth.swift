/// The width of text in terminal columns.
///
/// Wide and full-width characters occupy two columns (Unicode Standard Annex #11, East Asian
/// Width); combining marks and joiners occupy none.
package enum DisplayWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    var width = 0
    for scalar in text.unicodeScalars {
      // Splitting the text into grapheme clusters is necessary only if characters may combine.
      guard scalar.isPlain || scalar.isKanaOrKanji else { return text.reduce(0) { $0 + of($1) } }
      width += scalar.isPlain ? 1 : 2
    }
    return width
  }

  package static func of(_ character: Character) -> Int {
    character.unicodeScalars.map(of).max() ?? 0
  }

  /// Returns the longest prefix of a string that fits in a number of columns.
  package static func prefix(of text: String, columns: Int) -> Substring {
    var width = 0
    return text.prefix { character in
      width += of(character)
      return width <= columns
    }
  }

  /// Returns the longest suffix of a string that fits in a number of columns.
  package static func suffix(of text: String, columns: Int) -> Substring {
    var width = 0
    var start = text.endIndex
    while start > text.startIndex {
      let previous = text.index(before: start)
      width += of(text[previous])
      guard width <= columns else { break }
      start = previous
    }
    return text[start...]
  }

  /// Pads a string with trailing spaces to a width in columns.
  package static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - of(text)))
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300, scalar.value != 0xAD { return 1 }
    if scalar.isKanaOrKanji { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The ranges with East Asian Width W or F, including unassigned code points between them.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x2E80...0x303E,
    0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
    0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}

extension Unicode.Scalar {
  /// A Boolean value indicating whether the scalar is printable ASCII, including the space.
  package var isPlain: Bool { (0x20..<0x7F).contains(value) }

  /// A Boolean value indicating whether the scalar is a wide, visible Japanese letter or symbol
  /// that does not combine with others.
  ///
  /// Querying Unicode properties for each scalar would take most of the rendering time.
  package var isKanaOrKanji: Bool {
    (0x3041...0x3096).contains(value) || (0x30A1...0x30FE).contains(value)
      || (0x3400...0x9FFF).contains(value) || (0x3001...0x3029).contains(value)
  }
}
