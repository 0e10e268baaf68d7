import TaneCore

// Reads the settings for nodes.
extension MappingsReader {
  mutating func readRules(_ tree: Tree?, settings: MappingSettings) -> [MappingRule] {
    let expected = "a map from address patterns to types"
    var rules: [MappingRule] = []
    for entry in entries(of: tree, "mappings", expected: expected).sortedByPosition {
      let key = entry.key ?? ""
      let pattern = readRulePattern(key, at: entry.keyPosition)
      let type = readType(entry, "mappings.\(key)")
      let settings = readSettings(of: entry, at: pattern, over: settings, "mappings.\(key).")
      guard let pattern, let type,
        checkIsUnique(
          pattern,
          at: entry.keyPosition,
          among: rules.map { ($0.pattern, $0.position) }
        )
      else { continue }
      rules.append(
        MappingRule(
          pattern: pattern,
          type: type.text,
          settings: settings,
          position: entry.keyPosition,
          typePosition: type.position
        )
      )
    }
    return rules
  }

  /// Reads the settings of a mapping, which override the defaults.
  private mutating func readSettings(
    of entry: Tree,
    at pattern: AddressPattern?,
    over settings: MappingSettings,
    _ place: String
  ) -> MappingSettings {
    let isOfDocuments = pattern?.isForDocuments ?? false
    let usual = isOfDocuments ? settings.documentDefaults : settings
    guard entry.kind == .map else { return usual }
    if isOfDocuments { checkDocumentSettings(entry) }
    return readSettings(of: entry, over: usual, place)
  }

  private mutating func readRulePattern(
    _ text: String,
    at position: SourcePosition?
  ) -> AddressPattern? {
    guard let pattern = pattern(text, at: position, such: "users:/users/*/settings") else {
      return nil
    }
    guard pattern.pattern.description.split(separator: "/").contains("**") else {
      return checkDataIsSupported(by: pattern, at: position) ? pattern : nil
    }
    report(
      .invalidValue,
      "\"\(text.escapingControls)\" would map nodes at every level to the same type; use * for "
        + "each variable key",
      at: position
    )
    return nil
  }

  /// Reads the type of a mapping, which is a string or the `type` of a map.
  private mutating func readType(
    _ entry: Tree,
    _ setting: String
  ) -> (text: String, position: SourcePosition?)? {
    switch entry.kind {
    case .string:
      return text(entry, setting).map { ($0, entry.position) }
    case .map:
      let known = ["type", "decoder", "strategies", "severity"]
      diagnostics += Diagnostic.unknownKeys(in: entry, known: known, of: setting)
      guard let type = entry["type"], !type.isNull else {
        report(.missingValue, "\"\(setting)\" has no type", at: entry.keyPosition)
        return nil
      }
      if type.kind == .string { return text(type, "\(setting).type").map { ($0, type.position) } }
      reportInvalidType(type, "\(setting).type")
    default:
      reportInvalidType(entry, setting)
    }
    return nil
  }

  private mutating func reportInvalidType(_ tree: Tree, _ setting: String) {
    let advice =
      tree.unquotedType.map { "; if you mean the type, put it in quotation marks: \"\($0)\"" } ?? ""
    report(
      .wrongType,
      "expected a type for \"\(setting)\", found \(tree.kind.withArticle)\(advice)",
      at: tree.position
    )
  }

  mutating func readIgnored(_ tree: Tree?) -> [Mappings.IgnoredPattern] {
    let elements = elements(of: tree, "ignore", expected: "a list of address patterns")
    return elements.enumerated().compactMap { index, element in
      guard let text = text(element, "ignore.\(index)"),
        let pattern = pattern(text, at: element.position, such: "users:/users/*/legacy")
      else { return nil }
      return Mappings.IgnoredPattern(pattern: pattern, position: element.position)
    }
  }

  mutating func readIdentities(_ tree: Tree?) -> [Mappings.Identity] {
    let expected = "a map from the address patterns of lists to members of their elements"
    var identities: [Mappings.Identity] = []
    for entry in entries(of: tree, "identity", expected: expected).sortedByPosition {
      let key = entry.key ?? ""
      let lists = pattern(key, at: entry.keyPosition, such: "shops:/shops/*/foods")
      guard let member = readMember(entry, "identity.\(key)"), let lists,
        checkIsUnique(
          lists,
          at: entry.keyPosition,
          among: identities.map { ($0.lists, $0.position) }
        )
      else { continue }
      identities.append(
        Mappings.Identity(lists: lists, member: member, position: entry.keyPosition)
      )
    }
    return identities
  }

  private mutating func readMember(_ tree: Tree, _ setting: String) -> String? {
    guard tree.kind == .list else { return text(tree, setting) }
    report(
      .wrongType,
      "expected the name of one member for \"\(setting)\", found a list; elements are matched by "
        + "one member only",
      at: tree.position
    )
    return nil
  }
}

extension Tree {
  /// The Swift type that a list probably represents, if any; YAML parses `[Shop]` without quotes as
  /// a list.
  fileprivate var unquotedType: String? {
    guard kind == .list, children.count == 1 else { return nil }
    let element = children[0]
    if let inner = element.string ?? element.unquotedType { return "[\(inner)]" }
    guard element.kind == .map, element.children.count == 1 else { return nil }
    let value = element.children[0]
    guard let key = value.key, let inner = value.string ?? value.unquotedType else { return nil }
    return "[\(key): \(inner)]"
  }
}
