/// Text that nobody can guess.
public enum RandomText {
  private static let alphanumerics = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars
  )

  /// Decimal digits.
  static func digits(count: Int) -> String {
    (0..<count).map { _ in String(Int.random(in: 0...9)) }.joined()
  }

  /// Letters and digits of ASCII.
  public static func alphanumeric(count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return alphanumeric(count: count, using: &generator)
  }

  /// Letters and digits of ASCII, from a generator of random numbers.
  public static func alphanumeric(
    count: Int,
    using generator: inout some RandomNumberGenerator
  ) -> String {
    (0..<count).reduce(into: "") { text, _ in
      let index = Int.random(in: alphanumerics.indices, using: &generator)
      text.unicodeScalars.append(alphanumerics[index])
    }
  }

  /// An identifier as long as a random UUID has bits, in letters and digits.
  public static func identifier() -> String { alphanumeric(count: 22) }
}
