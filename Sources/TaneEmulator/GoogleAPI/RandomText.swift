/// Cryptographically random text.
package enum RandomText {
  private static let alphanumerics = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars
  )

  /// Returns random decimal digits.
  static func digits(count: Int) -> String {
    (0..<count).map { _ in String(Int.random(in: 0...9)) }.joined()
  }

  /// Returns random ASCII letters and digits.
  package static func alphanumeric(count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return alphanumeric(count: count, using: &generator)
  }

  /// Returns random ASCII letters and digits, using a generator.
  package static func alphanumeric(
    count: Int,
    using generator: inout some RandomNumberGenerator
  ) -> String {
    (0..<count).reduce(into: "") { text, _ in
      let index = Int.random(in: alphanumerics.indices, using: &generator)
      text.unicodeScalars.append(alphanumerics[index])
    }
  }

  /// Returns letters and digits with at least as many random bits as a UUID.
  package static func identifier() -> String { alphanumeric(count: 22) }
}
