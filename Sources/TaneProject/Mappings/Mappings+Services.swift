package import TaneCore

extension Mappings {
  /// Returns findings about services that no profile contains or that mappings do not support.
  ///
  /// The services of profiles with errors are unknown, so check the profiles for errors first.
  package func findings(aboutServicesBesides names: ServiceNames) -> [Diagnostic] {
    let places =
      rules.map { ($0.pattern.service, $0.position) }
      + identities.map { ($0.lists.service, $0.position) }
    // Patterns may ignore findings about kinds of services that mappings do not support.
    let ignored = ignored.map { ($0.pattern.service, $0.position) }.filter { service, _ in
      !ServiceDeclarations.all.contains { kind in
        kind.mappableDataDescription == nil
          && (kind.isNamed ? names[kind.kind].contains(service) : kind.kind.id == service)
      }
    }
    return (places + ignored).compactMap { Self.finding(about: $0, at: $1, among: names) }
      .sortedWithoutDuplicates
  }

  private static func finding(
    about service: String,
    at position: SourcePosition?,
    among names: ServiceNames
  ) -> Diagnostic? {
    let (mapped, unmapped) = (
      ServiceDeclarations.all.filter { $0.mappableDataDescription != nil },
      ServiceDeclarations.all.filter { $0.mappableDataDescription == nil }
    )
    guard !mapped.contains(where: { names[$0.kind].contains(service) }) else { return nil }
    if let kind = mapped.first(where: { !$0.isNamed && $0.kind.id == service }) {
      return .error(
        .unknownService,
        "no profile contains \(kind.locationDescription); add \"\(kind.kind)\" to a profile in environments/",
        at: position
      )
    }
    if let kind = unmapped.first(where: { names[$0.kind].contains(service) }) {
      return .error(
        .invalidValue,
        "\"\(service.escapingControls)\" is a \(kind.noun); mappings apply to "
          + "\(Self.mappableDataDescription(of: mapped))",
        at: position
      )
    }
    let known = mapped.flatMap { names[$0.kind].sorted() }
    let nouns = mapped.filter(\.isNamed).map(\.noun).joined(separator: " or ")
    return .error(
      .unknownService,
      "no profile has a \(nouns) \"\(service.escapingControls)\" (known: \(Diagnostic.list(known)))"
        + Suggestion.clause(for: service, among: known),
      at: position
    )
  }

  /// Returns a list such as `database nodes, Firestore documents and Remote Config parameters`.
  private static func mappableDataDescription(of kinds: [any ServiceDeclaration]) -> String {
    let data = kinds.compactMap(\.mappableDataDescription)
    return data.dropLast().joined(separator: ", ") + " and " + (data.last ?? "")
  }
}
