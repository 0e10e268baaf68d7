/// Normalization of numbers that are stored as digits to a form that is also valid JSON.
enum DecimalText {
  /// Returns the number without a plus sign or leading zeros; a zero is inserted before a leading
  /// point, and a point without a fraction is removed.
  ///
  /// `+00012` is `12`, `.5e400` is `0.5e400`, `1.e400` is `1e400`.
  static func normalized(_ text: some Sequence<UInt8>) -> String {
    var digits = Substring(String(decoding: Array(text), as: UTF8.self))
    var sign = ""
    if let first = digits.first, first == "-" || first == "+" {
      sign = first == "-" ? "-" : ""
      digits = digits.dropFirst()
    }
    let whole = digits.prefix { $0.isNumber }
    let rest = digits.dropFirst(whole.count)
    let significant = whole.drop { $0 == "0" }
    return sign + (significant.isEmpty ? "0" : significant) + withoutBarePoint(rest)
  }

  private static func withoutBarePoint(_ rest: Substring) -> Substring {
    guard rest.first == ".", rest.dropFirst().first?.isNumber != true else { return rest }
    return rest.dropFirst()
  }
}
