package import TaneCore

/// The JSON of published versions in Remote Config's REST API.
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

  /// Creates a version from JSON, or returns nil if it has no number (before publication).
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
