import TaneCore

// Reads the masks in profiles and fixture sets.
extension SettingsReading {
  /// Reads `masks`; `services` contains the valid services of patterns, or is nil if unknown.
  mutating func readMaskRules(_ tree: Tree?, among services: [String]?) -> [MaskRule] {
    var rules: [MaskRule] = []
    for entry in entries(of: tree, "masks", expected: "a map from address patterns to masks") {
      let key = entry.key ?? ""
      let pattern = maskedPattern(key, at: entry.keyPosition, among: services)
      let masks = readMasks(entry, "masks.\(key)")
      guard let pattern, let masks else { continue }
      let earlier = rules.map { ($0.pattern, $0.position) }
      guard checkIsUnique(pattern, at: entry.keyPosition, among: earlier) else { continue }
      rules.append(
        MaskRule(
          pattern: pattern,
          value: masks.value,
          key: masks.key,
          position: entry.keyPosition
        )
      )
    }
    return rules
  }

  private mutating func maskedPattern(
    _ text: String,
    at position: SourcePosition?,
    among services: [String]?
  ) -> AddressPattern? {
    guard let pattern = AddressPattern(parsing: text) else {
      report(
        .invalidValue,
        "\"\(text.escapingControls)\" is not a valid address pattern; expected a service of the environment and a"
          + " path with * for any key, such as users:/users/*/email",
        at: position
      )
      return nil
    }
    guard let services, !services.contains(pattern.service) else { return pattern }
    report(.unknownService(pattern.service, among: services, at: position))
    return nil
  }

  /// Reads the masks of a pattern: a single mask, or a list with a mask for keys and a mask for
  /// values.
  private mutating func readMasks(_ tree: Tree, _ setting: String) -> (value: Mask?, key: Mask?)? {
    guard tree.kind == .list else {
      guard let (mask, isKey) = readMask(tree, setting) else { return nil }
      return isKey ? (nil, mask) : (mask, nil)
    }
    let masks = tree.children.enumerated().map { readMask($1, "\(setting).\($0)") }
    let read = masks.compactMap(\.self)
    guard read.count == masks.count else { return nil }
    let (keys, values) = (read.filter(\.isKey), read.filter { !$0.isKey })
    guard !read.isEmpty, keys.count < 2, values.count < 2 else {
      report(
        .invalidValue,
        "\"\(setting)\" has \(counted(read.count, "mask")); expected one mask, or one for keys and "
          + "one for values, such as [key hash, fake email]",
        at: tree.position
      )
      return nil
    }
    return (values.first?.mask, keys.first?.mask)
  }

  private mutating func readMask(_ tree: Tree, _ setting: String) -> (mask: Mask, isKey: Bool)? {
    // YAML parses the mask `null` as a null value.
    if tree.isNull { return (.null, false) }
    guard tree.tag == .none, let text = tree.string else {
      report(.wrongType(of: setting, expected: "a mask", found: tree))
      return nil
    }
    var words = text.split(separator: " ").map(String.init)
    let isKey = words.first == "key"
    if isKey { words.removeFirst() }
    guard let mask = mask(of: words, in: text, at: tree.position) else { return nil }
    guard isKey, !mask.isPseudonym else { return (mask, isKey) }
    report(
      .invalidValue,
      "\"\(text.escapingControls)\" is not a mask for keys; expected \"key hash\", \"key fake "
        + "KIND\" or \"key keep-format\", or \"drop\" for keys and their values",
      at: tree.position
    )
    return nil
  }

  private mutating func mask(
    of words: [String],
    in text: String,
    at position: SourcePosition?
  ) -> Mask? {
    if words.count == 1, let mask = Mask.words.first(where: { $0.word == words[0] })?.mask {
      return mask
    }
    guard words.first == "fake", words.count < 4 else {
      let known = Mask.words.map(\.word) + ["fake"]
      let names = "hash, fake KIND, keep-format, null, drop, keep"
      report(
        .invalidValue,
        "\"\(text.escapingControls)\" is not a mask (known: \(names))"
          + (words.count == 1 ? Suggestion.clause(for: words[0], among: known) : ""),
        at: position
      )
      return nil
    }
    return fakeMask(words.dropFirst().map(\.self), at: position)
  }

  /// Parses `KIND`, or `LANGUAGE KIND` as after `!fake`.
  private mutating func fakeMask(_ words: [String], at position: SourcePosition?) -> Mask? {
    let kinds = FakeData.allCases.map(\.rawValue)
    guard let name = words.last else {
      report(
        .missingValue,
        "\"fake\" needs a kind, such as \"fake name\" (known: \(kinds.joined(separator: ", ")))",
        at: position
      )
      return nil
    }
    guard let kind = FakeData(rawValue: name) else {
      report(
        .invalidValue,
        "unknown kind of fake data \"\(name.escapingControls)\" (known: "
          + "\(kinds.joined(separator: ", ")))"
          + Suggestion.clause(for: name, among: kinds),
        at: position
      )
      return nil
    }
    guard words.count == 2 else { return .fake(kind, nil) }
    let locale: FakeLocale? = choice(words[0], "language of fake data", at: position)
    return locale.map { .fake(kind, $0) }
  }
}
