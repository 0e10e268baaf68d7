/// A string divided into replaceable symbols and fixed parts.
///
/// Punctuation is preserved, and so are characteristic parts of email addresses and phone numbers:
/// the top-level domain, the country code and leading zeros. A date becomes another date.
struct PreservedFormat {
  /// A symbol that is replaced by another symbol of its alphabet.
  struct Symbol {
    let alphabet: FormatAlphabet
    var index: Int
  }

  private enum Part {
    case symbol(Int)
    case fixed(String)
  }

  /// The symbols to replace, in the order of the text.
  var symbols: [Symbol] = []
  private var parts: [Part] = []

  /// Divides a string into symbols and fixed parts.
  init(_ text: String) {
    if let date = text.wholeMatch(
      of: /(\d{3})(\d)([-\/.])(\d\d)([-\/.])(\d\d)(\D.*)?/.dotMatchesNewlines()
    )?.output,
      let month = FormatAlphabet.months.symbols.firstIndex(of: String(date.4))
    {
      readDate(date, month: month)
      return
    }
    readText(text)
  }

  private mutating func readDate(
    _ date: (
      Substring, Substring, Substring, Substring, Substring, Substring, Substring, Substring?
    ),
    month: Int
  ) {
    fix(date.1)
    add(FormatAlphabet.digits, Int(date.2) ?? 0)
    fix(date.3)
    add(FormatAlphabet.months, month)
    fix(date.5)
    // Not every month has the days after the 28th.
    let day = FormatAlphabet.days.symbols.firstIndex(of: String(date.6))
    add(FormatAlphabet.days, day ?? FormatAlphabet.days.symbols.count - 1)
    fix(date.7 ?? "")
  }

  private mutating func readText(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    let end = Self.endOfReplaced(scalars)
    var index = Self.startOfReplaced(scalars)
    scalars[..<index].forEach { fix(String(Character($0))) }
    var isLeading = true
    while index < end {
      let scalar = scalars[index]
      if scalar == "%", index + 2 < end,
        scalars[(index + 1)...(index + 2)].allSatisfy({ $0.properties.isASCIIHexDigit })
      {
        scalars[index...(index + 2)].forEach { fix(String(Character($0))) }
        index += 3
        continue
      }
      read(scalar, &isLeading)
      index += 1
    }
    scalars[max(index, end)...].forEach { fix(String(Character($0))) }
  }

  private mutating func read(_ scalar: Unicode.Scalar, _ isLeading: inout Bool) {
    guard let (alphabet, index) = FormatAlphabet.place(of: scalar) else {
      return fix(String(Character(scalar)))
    }
    let isDigit = scalar.properties.numericType == .decimal
    guard isLeading, isDigit else {
      isLeading = false
      return add(alphabet, index)
    }
    // A number retains its length and its leading zeros.
    if index == 0 { return fix(String(Character(scalar))) }
    isLeading = false
    add(FormatAlphabet.leadingDigits(like: scalar), index - 1)
  }

  /// Returns the index after the country code of a phone number, or 0 if there is none.
  private static func startOfReplaced(_ scalars: [Unicode.Scalar]) -> Int {
    guard let first = scalars.first, first == "+" || first == "\u{FF0B}" else { return 0 }
    let digits = scalars.dropFirst().compactMap { $0.properties.numericValue.map { Int($0) } }
      .map { "\($0)" }.joined()
    return min(scalars.count, 1 + TextNormalization.countryCodeLength(digits))
  }

  /// Returns the index of the dot before an email address's top-level domain, otherwise the end
  /// index.
  private static func endOfReplaced(_ scalars: [Unicode.Scalar]) -> Int {
    let text = String(String.UnicodeScalarView(scalars))
    guard TextNormalization.mail(text) != nil,
      let point = scalars.lastIndex(where: { [".", ",", "\u{FF0E}"].contains($0) })
    else { return scalars.count }
    return point
  }

  private mutating func fix(_ text: some StringProtocol) { parts.append(.fixed(String(text))) }

  private mutating func add(_ alphabet: FormatAlphabet, _ index: Int) {
    parts.append(.symbol(symbols.count))
    symbols.append(Symbol(alphabet: alphabet, index: index))
  }

  /// The text with the current symbols.
  var text: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .fixed(let fixed): text += fixed
      case .symbol(let index): text += symbols[index].alphabet.symbols[symbols[index].index]
      }
    }
  }
}
