import TaneCore

// Reads the masks for personal data.
extension ProfileReader {
  mutating func readMasks(_ tree: Tree?, among services: NamedServices) -> [MaskRule] {
    let names = services.trees + services.withoutTrees.map(\.name)
    // A profile that is extended by other profiles may omit its services.
    let rules = readMaskRules(tree, among: isExtended && names.isEmpty ? nil : names)
    for rule in rules {
      let masks = [rule.key.map { "key \($0)" }, rule.value.map { "\($0)" }].compactMap(\.self)
      recordSetting("masks.\(rule.pattern)", masks.joined(separator: ", "), at: rule.position)
    }
    return rules
  }

  /// Reads the original values of masked fields that are allowed to occur in pulled data.
  mutating func readMaskExceptions(_ tree: Tree?) -> [String] {
    guard let tree, !tree.isNull else { return [] }
    let texts = elements(of: tree, "maskExceptions", expected: "a list of strings").enumerated()
      .compactMap { requiredText($1, "maskExceptions.\($0)") }
    recordSetting("maskExceptions", texts.joined(separator: ", "), at: tree.position)
    return texts
  }

  /// Reads the name of the variable that contains the mask key, without reading the variable
  /// itself.
  mutating func readMaskKey(_ tree: Tree?) -> String? {
    guard let tree, !tree.isNull else { return nil }
    guard let name = tree.string?.wholeMatch(of: /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/)?.output.1 else {
      // The text may be the key itself, so it is not shown.
      report(
        .invalidValue,
        "\"maskKey\" must be a variable, such as ${STAGING_MASK_KEY}, because the key must not be "
          + "stored with the data",
        at: tree.position
      )
      return nil
    }
    recordSetting("maskKey", "${\(name)}", at: tree.position)
    return String(name)
  }
}
