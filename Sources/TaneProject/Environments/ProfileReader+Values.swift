import TaneCore

// Reads single values, with variables replaced.
extension ProfileReader {
  /// Reads an optional string and records it for display, or returns nil if it is empty or absent.
  mutating func optionalText(_ tree: Tree?, _ setting: String) -> String? {
    guard let text = text(tree, setting), !text.isEmpty else { return nil }
    recordSetting(setting, text, at: tree?.position)
    return text
  }

  /// Reads a string, or returns nil if it is absent or invalid; reports null and empty strings.
  mutating func requiredText(_ tree: Tree?, _ setting: String) -> String? {
    guard let tree else { return nil }
    if tree.isNull {
      report(.wrongType(of: setting, expected: "a string", found: tree))
    }
    guard let text = text(tree, setting) else { return nil }
    guard text.isEmpty else { return text }
    report(.missingValue, "\"\(setting)\" is empty", at: tree.position)
    return nil
  }

  /// Reads a string with variables replaced, or returns nil if it is absent or invalid.
  mutating func text(_ tree: Tree?, _ setting: String) -> String? {
    guard let tree, !tree.isNull else { return nil }
    guard let raw = tree.string else {
      report(.wrongType(of: setting, expected: "a string", found: tree))
      return nil
    }
    return expand(raw, at: tree.position)?.text
  }

  /// Reads a string that is never shown, or returns nil if it is absent, empty or invalid.
  mutating func secret(_ tree: Tree?, _ setting: String) -> Secret? {
    guard let text = text(tree, setting), !text.isEmpty else { return nil }
    settings.append(
      ResolvedSetting(
        keyPath: setting,
        value: Secret.placeholder,
        origin: tree?.position,
        isSecret: true
      )
    )
    return Secret(text)
  }

  /// Reads the credentials setting; rejects a secret written in the profile, without showing it.
  mutating func readCredentials(_ tree: Tree?) -> Secret? {
    let raw = tree?.string ?? ""
    let isJSON = raw.first { !$0.isWhitespace } == "{"
    guard let kind = isJSON ? "the JSON of a key" : SecretKind(in: raw)?.label else {
      return secret(tree, "credentials")
    }
    report(
      .invalidValue,
      "\"credentials\" contains \(kind), which does not belong in a profile; write the path of a "
        + "credentials file, or a variable that contains the path or an access token, such as "
        + "${GOOGLE_APPLICATION_CREDENTIALS}",
      at: tree?.position
    )
    return nil
  }

  /// Reads a Boolean value, which may be written as a variable.
  mutating func bool(_ tree: Tree?, _ setting: String) -> Bool? {
    guard let tree, !tree.isNull else { return nil }
    if let value = tree.bool { return value }
    if let expansion = tree.string.flatMap({ expand($0, at: tree.position) }) {
      if expansion.usesVariables, let value = Bool(expansion.text) { return value }
    } else if tree.kind == .string {
      return nil
    }
    report(.wrongType(of: setting, expected: "true or false", found: tree))
    return nil
  }

  /// Reads an integer of at least zero, which may be written as a variable.
  mutating func count(_ tree: Tree?, _ setting: String) -> Int? {
    guard let tree, !tree.isNull else { return nil }
    if let value = tree.integer, value >= 0 { return Int(value) }
    if let expansion = tree.string.flatMap({ expand($0, at: tree.position) }) {
      if expansion.usesVariables, let value = Int(expansion.text), value >= 0 { return value }
    } else if tree.kind == .string {
      return nil
    }
    if let value = tree.integer {
      report(.invalidValue, "\"\(setting)\" is \(value); expected 0 or more", at: tree.position)
    } else {
      report(.wrongType(of: setting, expected: "a whole number", found: tree))
    }
    return nil
  }

  /// Records a setting for display, with secrets in URLs redacted.
  mutating func recordSetting(_ keyPath: String, _ value: String, at origin: SourcePosition?) {
    settings.append(
      ResolvedSetting(
        keyPath: keyPath,
        value: Redaction.url(value),
        origin: origin,
        isSecret: false
      )
    )
  }
}
