package import TaneCore

/// The names of the services in the profiles of a project.
package struct ServiceNames: Sendable, Hashable {
  private let names: [ServiceKind: Set<String>]

  package init(_ names: [ServiceKind: Set<String>]) {
    self.names = names.filter { !$0.value.isEmpty }
  }

  /// Collects the names of all services in profiles.
  package init(of profiles: some Sequence<EnvironmentProfile>) {
    self.init(
      profiles.flatMap(\.services).reduce(into: [:]) { names, service in
        names[service.kind, default: []].insert(service.name)
      }
    )
  }

  subscript(_ kind: ServiceKind) -> Set<String> { names[kind] ?? [] }
}
