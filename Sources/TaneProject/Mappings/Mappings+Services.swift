public import TaneCore

extension Mappings {
  /// The settings that name a service that no profile knows, or one that has no nodes.
  ///
  /// A profile with errors does not tell its services: check those first.
  public func findings(aboutServicesBesides names: ServiceNames) -> [Diagnostic] {
    let places =
      rules.map { ($0.pattern.service, $0.position) }
      + identities.map { ($0.lists.service, $0.position) }
    return
      (places.compactMap { Self.finding(about: $0, at: $1, among: names) }
      + ignored.filter { !names.buckets.contains($0.pattern.service) && !$0.isOfAccounts }
      .compactMap {
        Self.finding(about: $0.pattern.service, at: $0.position, among: names)
      }).sortedOnce
  }

  private static func finding(
    about service: String,
    at position: SourcePosition?,
    among names: ServiceNames
  ) -> Diagnostic? {
    if names.databases.contains(service) { return nil }
    if service == ServiceName.firestore {
      guard !names.hasFirestore else { return nil }
      return .error(
        .unknownService,
        "no profile says where Firestore is; add \"firestore\" to one in environments/",
        at: position
      )
    }
    if names.buckets.contains(service) {
      return .error(
        .invalidValue,
        "\"\(service.escapingControls)\" is a bucket; mappings are about nodes of databases and"
          + " documents of Firestore",
        at: position
      )
    }
    let known = names.databases + (names.hasFirestore ? [ServiceName.firestore] : [])
    return .error(
      .unknownService,
      "no profile has a database \"\(service.escapingControls)\" (\(Diagnostic.list(known)))"
        + Suggestion.clause(for: service, among: known),
      at: position
    )
  }
}

extension Mappings.Ignored {
  /// Whether accounts are ignored, which have no mappings and yet findings.
  fileprivate var isOfAccounts: Bool { pattern.service == Address.accounts }
}
