/// How text is spelled in YAML so that it reads back as itself.
enum YAMLScalarStyle {
  case plain
  case singleQuoted
  case doubleQuoted
  /// Lines below `|`.
  case literal

  /// The style of a value's text; text behind a tag needs no quotes to stay text.
  init(of text: UnsafeBufferPointer<UInt8>, isTagged: Bool) {
    let traits = YAMLTextTraits(text)
    if traits.canBeLiteral, !isTagged {
      self = .literal
    } else if traits.canBePlain,
      isTagged || CoreSchema.resolve(text) == .string && !CoreSchema.isOldBoolean(text)
    {
      self = .plain
    } else {
      self = traits.quoted
    }
  }

  /// The style of a key: a key is text whatever it spells, but for the merge key.
  init(ofKey text: UnsafeBufferPointer<UInt8>) {
    let traits = YAMLTextTraits(text)
    let isMergeKey = text.count == 2 && text.hasBytes(of: "<<", at: 0)
    self = traits.canBePlain && !isMergeKey ? .plain : traits.quoted
  }

  /// The most characters that a byte of the text can become.
  var longestEscape: Int {
    switch self {
    case .plain, .literal: 1
    case .singleQuoted: 2
    case .doubleQuoted: 4
    }
  }
}
