package import TaneCore

extension EnvironmentProfile {
  /// Returns the services of a kind, in the order of the profile.
  package func services(of kind: ServiceKind) -> [ServiceProfile] {
    services.filter { $0.kind == kind }
  }

  /// Returns the default service of a kind: the service that is marked as the default or, without
  /// one, the only service of the kind; otherwise, nil.
  package func defaultService(of kind: ServiceKind) -> ServiceProfile? {
    let services = services(of: kind)
    return services.first(where: \.isDefault) ?? (services.count == 1 ? services.first : nil)
  }

  /// A Boolean value indicating whether the profile has no services and can therefore only be
  /// extended.
  package var isAbstract: Bool { services.isEmpty }

  /// A Boolean value indicating whether all services of the profile are embedded stores.
  package var isEmbedded: Bool { services.allSatisfy(\.location.isEmbedded) }

  /// A Boolean value indicating whether any service of the profile is an embedded store.
  package var hasEmbeddedService: Bool { services.contains(where: \.location.isEmbedded) }

  /// A Boolean value indicating whether any service of the profile is hosted by Firebase and
  /// therefore requires a credential.
  package var hasFirebaseService: Bool { services.contains(where: \.location.isFirebase) }

  /// A Boolean value indicating whether any service of the profile is provided by an emulator,
  /// according to the profile or a variable.
  package var hasEmulatedService: Bool { services.contains(where: \.location.isEmulator) }

  /// A Boolean value indicating whether emulators on this machine provide all services that are not
  /// embedded stores.
  package var isEmulatedOnThisMachine: Bool {
    hasEmulatedService && services.allSatisfy(\.location.isOnThisMachine)
  }

  /// The names of the services, as used in addresses; services with trees come first.
  package var serviceNames: [String] {
    ServiceKind.treesFirst.flatMap { services(of: $0) }.map(\.name)
  }

  /// The project that clients of an emulator use by default.
  package var emulatedProject: String { project ?? serviceProjects.first ?? fallbackProject }

  /// The project ID that is used if the profile names no project.
  package var fallbackProject: String { "demo-\(name)" }

  /// The projects in the locations of services, ordered by the IDs of the services' kinds.
  package var serviceProjects: [String] {
    services.sorted { $0.kind.id < $1.kind.id }.compactMap(\.project)
  }
}
