package import TaneCore

/// Publications as Remote Config's REST API tells of them.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest/v1/Version>.
extension RemoteConfigVersion {
  package var json: TreeLiteral {
    .object([
      "versionNumber": .digits(number),
      "updateTime": updateTime.map { .string($0.description) },
      "updateOrigin": updateOrigin.map { .string($0) },
      "updateType": updateType.map { .string($0) },
      "description": description.map { .string($0) },
    ])
  }

  /// Reads what is told of a publication; nil where it has no number, as before the first one.
  package init?(_ json: ProtocolJSON) throws(WireProblem) {
    guard let number = try json.number("versionNumber") else { return nil }
    self.init(
      number: number,
      updateTime: try json.time("updateTime"),
      updateOrigin: try json.text("updateOrigin"),
      updateType: try json.text("updateType"),
      description: try json.text("description")
    )
  }
}
