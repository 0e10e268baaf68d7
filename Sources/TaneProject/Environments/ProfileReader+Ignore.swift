import TaneCore

// Reads the nodes whose differences are ignored.
extension ProfileReader {
  mutating func readIgnored(
    _ tree: Tree?,
    among services: NamedServices
  ) -> [AddressPattern] {
    let names = services.trees + services.withoutTrees.map(\.name)
    let expected = "a list of address patterns"
    var patterns: [AddressPattern] = []
    for (index, element) in elements(of: tree, "ignore", expected: expected).enumerated() {
      guard let text = requiredText(element, "ignore.\(index)"),
        let pattern = pattern(text, at: element.position, among: names)
      else { continue }
      patterns.append(pattern)
      recordSetting("ignore.\(index)", "\(pattern)", at: element.position)
    }
    return patterns
  }

  private mutating func pattern(
    _ text: String,
    at position: SourcePosition?,
    among services: [String]
  ) -> AddressPattern? {
    guard let pattern = AddressPattern(parsing: text) else {
      report(
        .invalidValue,
        "\"\(text.escapingControls)\" is not a valid address pattern; expected a database or a bucket and a"
          + " path with * for any key, such as users:/users/*/last_login",
        at: position
      )
      return nil
    }
    // A profile that is extended by other profiles may omit its services.
    if services.contains(pattern.service) || isExtended && services.isEmpty { return pattern }
    report(.unknownService(pattern.service, among: services, at: position))
    return nil
  }
}
