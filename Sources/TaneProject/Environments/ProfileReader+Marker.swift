import TaneCore

// Reads the location of an environment's marker.
extension ProfileReader {
  mutating func readMarker(_ tree: Tree?) -> MarkerSetting {
    guard let tree, !tree.isNull else { return .automatic }
    let expected = "\"off\" or a map with a key"
    guard tree.kind == .map else {
      guard let text = text(tree, "marker") else { return .automatic }
      guard text == "off" else {
        report(
          .invalidValue,
          "\"\(text.escapingControls)\" is not a valid marker; expected \(expected), for example "
            + "marker: { key: \(ReservedKey.standard) }",
          at: tree.position
        )
        return .automatic
      }
      recordSetting("marker", text, at: tree.position)
      return .off
    }
    let setting = "marker"
    if tree.children.isEmpty {
      report(.missingValue, "\"\(setting)\" is empty", at: tree.position)
    }
    diagnostics += Diagnostic.unknownKeys(in: tree, known: ["key"], of: setting)
    guard let key = requiredText(tree["key"], "marker.key") else { return .automatic }
    let isKey = RealtimeDatabaseCheck.findings(about: TreePath([key]), of: "").isEmpty
    // A numeric key could make clients read the root as a list.
    guard isKey, Int(key) == nil else {
      report(
        .invalidValue,
        "\"\(key.escapingControls)\" is not a valid key; expected a single Realtime Database key"
          + " that is not a number and contains no . $ # [ ] / or control characters",
        at: tree["key"]?.position
      )
      return .automatic
    }
    recordSetting("marker.key", key, at: tree["key"]?.position)
    return .key(key)
  }
}
