import TaneCore

// Reads the location of the recorded state.
extension ProfileReader {
  private static let stateExpectation =
    "expected \"local\", gs://BUCKET/PATH or an object in a bucket of the profile, such as "
    + "images:/tane/state.json"

  mutating func readState(_ tree: Tree?, among services: [ServiceProfile]) -> StateLocation? {
    guard let text = text(tree, "state"), !text.isEmpty else { return nil }
    let place = text == "local" ? .local : sharedState(text, at: tree?.position, among: services)
    if place != nil { recordSetting("state", text, at: tree?.position) }
    return place
  }

  private mutating func sharedState(
    _ text: String,
    at position: SourcePosition?,
    among services: [ServiceProfile]
  ) -> StateLocation? {
    let buckets = services.filter { $0.kind == .buckets }
    if let url = URLParts(text) {
      return state(at: url, text, at: position, among: buckets)
    }
    guard let address = Address(parsing: text), !address.path.components.isEmpty else {
      report(
        .invalidValue,
        "\"\(text.escapingControls)\" is not a valid location for the shared state; "
          + "\(Self.stateExpectation)",
        at: position
      )
      return nil
    }
    guard let bucket = buckets.first(where: { $0.name == address.service }) else {
      // A profile that is extended by other profiles may omit its buckets.
      if !isExtended || !buckets.isEmpty {
        report(.unknownBucket(address.service, among: buckets.map(\.name), at: position))
      }
      return nil
    }
    return shared(in: bucket, address.objectName, at: position)
  }

  private mutating func state(
    at url: URLParts,
    _ text: String,
    at position: SourcePosition?,
    among buckets: [ServiceProfile]
  ) -> StateLocation? {
    let shown = Redaction.url(text).escapingControls
    do throws(ServiceLocationError) {
      guard url.scheme == "gs", url.query == nil, !url.path.isEmpty else {
        throw ServiceLocationError(
          message:
            "\"\(shown)\" is not a valid location for the shared state; \(Self.stateExpectation)"
        )
      }
      let location = try ServiceLocation(parsing: url.origin, of: StorageBuckets())
      let bucket =
        buckets.first { $0.location == location }
        ?? ServiceProfile(
          name: "shared state",
          location: location,
          flags: [],
          member: nil,
          secrets: [:],
          position: position,
          declaration: StorageBuckets()
        )
      return shared(in: bucket, url.path, at: position)
    } catch {
      report(.invalidValue, error.message, at: position)
      return nil
    }
  }

  private mutating func shared(
    in bucket: ServiceProfile,
    _ object: String,
    at position: SourcePosition?
  ) -> StateLocation? {
    if bucket.location.isEmbedded {
      report(
        .invalidValue,
        "the bucket \"\(bucket.name)\" is embedded, so nobody else could read the state; use a "
          + "Firebase bucket, or \"state: local\"",
        at: position
      )
    } else if let violation = ObjectName.violation(in: object) {
      report(
        .invalidValue,
        "the object name \"\(object.escapingControls)\" in \"state\" \(violation)",
        at: position
      )
    } else {
      return .shared(bucket: bucket, object: object)
    }
    return nil
  }
}
