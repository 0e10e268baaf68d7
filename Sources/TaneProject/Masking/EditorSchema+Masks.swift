import TaneCore

extension EditorSchema {
  /// The pattern of valid masks, in ECMAScript syntax.
  static let maskPattern: String = {
    let kinds = FakeData.allCases.map(\.rawValue).joined(separator: "|")
    let locales = FakeLocale.allCases.map(\.rawValue).joined(separator: "|")
    let pseudonyms =
      Mask.words.filter(\.mask.isPseudonym).map(\.word) + ["fake ((\(locales)) )?(\(kinds))"]
    let others = Mask.words.filter { !$0.mask.isPseudonym }.map(\.word)
    return "^((key )?(\(pseudonyms.joined(separator: "|")))|\(others.joined(separator: "|")))$"
  }()

  static var masks: JSONSchema {
    let mask = JSONSchema.string(pattern: maskPattern).described(
      "hash, fake KIND, keep-format, null, drop or keep; put key before hash, fake or keep-format "
        + "to mask keys.",
      examples: ["hash", "fake name", "fake email", "keep-format", "null", "drop", "key hash"]
    )
    return .dictionary(of: .anyOf([mask, .list(of: mask)]).nullable, keyPattern: addressPattern)
      .nullable.described(
        "The masks of personal data in pulls, by address pattern: * matches any key.",
        examples: [.map([("users:/users/*/email", "fake email")])]
      )
  }
}
