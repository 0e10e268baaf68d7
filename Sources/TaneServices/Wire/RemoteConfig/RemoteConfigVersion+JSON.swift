package import TaneCore

/// The JSON format of published versions in the Remote Config REST API.
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

  /// Creates a version from JSON, or returns nil if it has no number because it is unpublished.
  package init?(_ json: ProtocolJSON) throws(WireError) {
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
