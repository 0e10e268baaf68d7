/// The traits of a string that determine its style in YAML.
struct YAMLTextTraits {
  /// A Boolean value indicating whether the text can be written without quotes, regardless of the
  /// type that it would resolve to.
  private(set) var canBePlain = true
  /// A Boolean value indicating whether a literal block represents the text exactly.
  private(set) var canBeLiteral = false
  private var needsEscapes = false
  private var hasQuoteOrBackslash = false
  private var hasLineEnd = false
  private var hasBlankAtLineEnd = false

  init(_ text: UnsafeBufferPointer<UInt8>) {
    guard let first = text.first, let last = text.last else {
      canBePlain = false
      return
    }
    for index in text.indices { note(index, of: text) }
    let blank = UInt8(ascii: " ")
    let hasBlankAtEdge = first == blank || last == blank
    if hasBlankAtEdge || hasLineEnd || needsEscapes || Self.beginsWithIndicator(text) {
      canBePlain = false
    }
    canBeLiteral =
      hasLineEnd && !needsEscapes && !hasBlankAtLineEnd && !hasBlankAtEdge
      && first != UInt8(ascii: "\n")
  }

  private mutating func note(_ index: Int, of text: UnsafeBufferPointer<UInt8>) {
    let blank = UInt8(ascii: " ")
    let isAfterBlank = index > 0 && text[index - 1] == blank
    switch text[index] {
    case UInt8(ascii: "\n"):
      hasLineEnd = true
      if isAfterBlank { hasBlankAtLineEnd = true }
    case UInt8(ascii: ":"):
      if index + 1 == text.count || text[index + 1] == blank { canBePlain = false }
    case UInt8(ascii: "#"):
      if isAfterBlank { canBePlain = false }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      hasQuoteOrBackslash = true
    default:
      if YAMLSpecialCharacter(in: text, at: index) != nil { needsEscapes = true }
    }
  }

  /// The quoted style with the fewest escapes.
  var quoted: YAMLScalarStyle {
    hasQuoteOrBackslash && !needsEscapes && !hasLineEnd ? .singleQuoted : .doubleQuoted
  }

  private static func beginsWithIndicator(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch text[0] {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      text.count == 1 || text[1] == UInt8(ascii: " ") || text.hasBytes(of: "---", at: 0)
    case UInt8(ascii: "."):
      text.hasBytes(of: "...", at: 0)
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"),
      UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "'"),
      UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
      true
    default:
      false
    }
  }
}
