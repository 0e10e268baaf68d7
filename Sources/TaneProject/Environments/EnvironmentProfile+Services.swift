public import TaneCore

extension EnvironmentProfile {
  /// The services of a kind, in the order of the profile.
  public func services(of kind: ServiceKind) -> [ServiceProfile] {
    services.filter { $0.kind == kind }
  }

  /// Whether the profile has no service of any kind, and so can only be extended.
  public var isAbstract: Bool { services.isEmpty }

  /// Whether all that the profile names is kept in embedded stores.
  public var isEmbedded: Bool { services.allSatisfy(\.location.isEmbedded) }

  /// Whether anything that the profile names is kept in an embedded store.
  public var hasEmbeddedService: Bool { services.contains(where: \.location.isEmbedded) }

  /// Whether anything that the profile names is Firebase's own, and so is asked with a credential.
  public var hasFirebaseService: Bool { services.contains(where: \.location.isFirebase) }

  /// Whether anything that the profile names is at an emulator, be it by the profile or by a variable.
  public var hasEmulatedService: Bool { services.contains(where: \.location.isEmulator) }

  /// The names of the services as addresses use them: those that hold trees before the others.
  public var serviceNames: [String] {
    ServiceKind.treesFirst.flatMap { services(of: $0) }.map(\.name)
  }

  /// The project of a service that names none, for clients of an emulator.
  package var emulatedProject: String { project ?? serviceProjects.first ?? standInProject }

  /// What stands for the project in the data of a profile that names none.
  package var standInProject: String { "demo-\(name)" }

  /// The projects that services say they are of, in the order of their kinds' ids.
  public var serviceProjects: [String] {
    services.sorted { $0.kind.id < $1.kind.id }.compactMap(\.project)
  }
}
