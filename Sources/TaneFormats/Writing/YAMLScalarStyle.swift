/// A YAML style for text that reads back as the same text.
enum YAMLScalarStyle {
  case plain
  case singleQuoted
  case doubleQuoted
  /// A literal block: the lines below `|`.
  case literal

  /// Creates the style for a value's text; text with a tag needs no quotes to remain a string.
  init(of text: UnsafeBufferPointer<UInt8>, isTagged: Bool) {
    let traits = YAMLTextTraits(text)
    if traits.canBeLiteral, !isTagged {
      self = .literal
    } else if traits.canBePlain,
      isTagged || CoreSchema.resolve(text) == .string && !CoreSchema.isYAML11Boolean(text)
    {
      self = .plain
    } else {
      self = traits.quoted
    }
  }

  /// Creates the style for a key: a plain key is always a string, except the merge key.
  init(ofKey text: UnsafeBufferPointer<UInt8>) {
    let traits = YAMLTextTraits(text)
    let isMergeKey = text.count == 2 && text.hasBytes(of: "<<", at: 0)
    self = traits.canBePlain && !isMergeKey ? .plain : traits.quoted
  }

  /// The maximum number of characters to which a byte of the text can expand.
  var maximumEscapeLength: Int {
    switch self {
    case .plain, .literal: 1
    case .singleQuoted: 2
    case .doubleQuoted: 4
    }
  }
}
