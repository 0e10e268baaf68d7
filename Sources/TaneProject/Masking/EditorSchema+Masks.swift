import TaneCore
import TaneFixtureLanguage

extension EditorSchema {
  /// The schema of `masks:`.
  static var masks: JSONSchema {
    let kinds = FakeData.allCases.map(\.rawValue).joined(separator: "|")
    let locales = FakeLocale.allCases.map(\.rawValue).joined(separator: "|")
    let fake = "fake ((\(locales)) )?(\(kinds))"
    let words = Mask.words.map(\.word).joined(separator: "|")
    let mask = JSONSchema.string(pattern: "^(key )?(\(words)|\(fake))$").described(
      "hash, fake KIND, keep-format, null, drop or keep; with key in front of the first three for the keys.",
      examples: ["hash", "fake name", "fake email", "keep-format", "null", "drop", "key hash"]
    )
    return .dictionary(of: .anyOf([mask, .list(of: mask)]).nullable, keyPattern: addressPattern)
      .nullable.described(
        "What stands for personal data that are pulled, by address pattern: * stands for any key.",
        examples: [.map([("users:/users/*/email", "fake email")])]
      )
  }
}
