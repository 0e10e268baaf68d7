/// A mask for data that must not leave its environment.
package enum Mask: Sendable, Hashable {
  /// A keyed hash.
  case hash
  /// Fake data of a kind in a language, or in the original's apparent language if it is nil.
  case fake(FakeData, FakeLocale?)
  /// Other characters of the same classes.
  case keepFormat
  /// A null instead of the value.
  case null
  /// Removal, including the key.
  case drop
  /// The original itself, which is not sensitive.
  case keep

  /// A Boolean value indicating whether the mask produces a pseudonym, which can replace the
  /// original for joining data.
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
