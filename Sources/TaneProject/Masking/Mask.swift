package import TaneFixtureLanguage

/// A mask for an original that must not leave its environment.
package enum Mask: Sendable, Hashable {
  /// A keyed hash.
  case hash
  /// Made-up data of a kind, in a language; nil for the one that the original seems to be in.
  case fake(FakeData, FakeLocale?)
  /// Other characters of the same classes.
  case keepFormat
  /// Null.
  case null
  /// Nothing: the key goes as well.
  case drop
  /// The original itself, which is nobody's secret.
  case keep

  /// A Boolean value indicating whether the mask produces a pseudonym, which can be used for
  /// joining data like the original.
  package var isPseudonym: Bool {
    switch self {
    case .hash, .fake, .keepFormat: true
    case .null, .drop, .keep: false
    }
  }

  /// The words of masks without a kind, as files spell them.
  static let words: [(word: String, mask: Mask)] = [
    ("hash", .hash), ("keep-format", .keepFormat), ("null", .null), ("drop", .drop),
    ("keep", .keep),
  ]
}

extension Mask: CustomStringConvertible {
  /// The mask as files spell it.
  package var description: String {
    guard case .fake(let kind, let locale) = self else {
      return Self.words.first { $0.mask == self }?.word ?? ""
    }
    return (["fake"] + [locale?.rawValue].compactMap(\.self) + [kind.rawValue])
      .joined(separator: " ")
  }
}
