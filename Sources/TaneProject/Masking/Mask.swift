/// A mask for data that must not leave its environment.
package enum Mask: Sendable, Hashable {
  /// Replaces the original with a keyed hash.
  case hash
  /// Replaces the original with fake data; if the language is nil, it is detected.
  case fake(FakeData, FakeLocale?)
  /// Replaces each character with another one of the same class.
  case keepFormat
  /// Replaces the original with null.
  case null
  /// Removes the original, including its key.
  case drop
  /// Leaves the original unchanged, because it is not sensitive.
  case keep

  /// A Boolean value indicating whether the mask produces a pseudonym, which is the same wherever
  /// the original occurs, so that masked data can still be joined.
  package var isPseudonym: Bool {
    switch self {
    case .hash, .fake, .keepFormat: true
    case .null, .drop, .keep: false
    }
  }

  /// The masks without a kind, with their spelling in files.
  static let words: [(word: String, mask: Mask)] = [
    ("hash", .hash), ("keep-format", .keepFormat), ("null", .null), ("drop", .drop),
    ("keep", .keep),
  ]
}

extension Mask: CustomStringConvertible {
  /// The spelling of the mask in files.
  package var description: String {
    guard case .fake(let kind, let locale) = self else {
      return Self.words.first { $0.mask == self }?.word ?? ""
    }
    return (["fake"] + [locale?.rawValue].compactMap(\.self) + [kind.rawValue])
      .joined(separator: " ")
  }
}
