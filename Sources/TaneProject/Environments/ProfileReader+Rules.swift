import TaneCore

// Reads the ownership of nodes.
extension ProfileReader {
  mutating func readOwnership(_ tree: Tree?, among services: NamedServices) -> [Address: Ownership]
  {
    var own: [Address: Ownership] = [:]
    let expected = "a map from addresses to \"whole\" or \"listed\""
    for entry in entries(of: tree, "own", expected: expected) {
      let key = entry.key ?? ""
      let address = ownedAddress(key, at: entry.keyPosition, among: services)
      guard let text = requiredText(entry, "own.\(key)") else { continue }
      guard let ownership = Ownership(rawValue: text) else {
        let known = Ownership.allCases.map(\.rawValue)
        report(
          .invalidValue,
          "unknown ownership \"\(text.escapingControls)\" (known: \(known.joined(separator: ", ")))"
            + Suggestion.clause(for: text, among: known),
          at: entry.position
        )
        continue
      }
      guard let address else { continue }
      own[address] = ownership
      recordSetting("own.\(address)", ownership.rawValue, at: entry.position)
    }
    return own
  }

  private mutating func ownedAddress(
    _ text: String,
    at position: SourcePosition?,
    among services: NamedServices
  ) -> Address? {
    guard let address = Address(parsing: text) else {
      report(
        .invalidValue,
        "\"\(text.escapingControls)\" is not a valid address; expected a database and a path, such as"
          + " users:/users",
        at: position
      )
      return nil
    }
    if services.trees.contains(address.service) { return address }
    // A profile that is extended by other profiles may omit its databases.
    if isExtended, services.trees.isEmpty { return address }
    if let other = services.withoutTrees.first(where: { $0.name == address.service }) {
      report(
        .invalidValue,
        "\"\(address.service)\" is a \(other.noun); \"own\" can contain only database nodes",
        at: position
      )
    } else {
      report(.unknownDatabase(address.service, among: services.trees, at: position))
    }
    return nil
  }
}
