package import TaneCore

/// A comparison of the project identifiers in a profile, its credential and the apps' settings.
package struct ProjectConsistencyCheck: Sendable {
  /// The project and the owner of a credential.
  package struct Credential: Sendable, Hashable {
    /// The project of the credential.
    package let project: String
    /// The owner of the credential, as named in messages.
    package let name: String

    package init(project: String, name: String) {
      self.project = project
      self.name = name
    }
  }

  let profile: EnvironmentProfile
  /// The projects named in any profile or in an app's settings.
  let knownProjects: Set<String>
  /// The projects of other environments.
  let otherProjects: Set<String>
  let infos: [GoogleServiceInfo]
  let credential: Credential?

  /// Creates a comparison for a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile, whose services must not be redirected to emulators.
  ///   - others: The other profiles of the project.
  ///   - infos: The settings of the apps.
  ///   - credential: The credential's project and owner, or nil if the credential names no project.
  package init(
    of profile: EnvironmentProfile,
    among others: [EnvironmentProfile],
    infos: [GoogleServiceInfo] = [],
    credential: Credential? = nil
  ) {
    self.profile = profile
    self.infos = infos
    self.credential = credential
    otherProjects = Set(others.filter { $0.name != profile.name }.flatMap(\.projects))
    knownProjects = otherProjects.union(profile.projects)
      .union(infos.compactMap { $0.project?.value })
  }

  /// The expected project: the profile's project or, without one, the project of its first service.
  var project: String? { profile.projects.first }

  /// The mismatches, as warnings.
  package var findings: [Diagnostic] {
    (serviceFindings + regionFindings + credentialFindings + appFindings).redacted
  }

  /// The comparisons that cannot be made, each as a clause without a full stop.
  package var uncheckedClauses: [String] {
    guard project != nil else { return [] }
    let unknown = namedServices.filter { $0.owner(among: knownProjects) == nil }
    return unknown.map { service in
      "whether \(service.setting) (\(Redaction.url(service.instanceName))) belongs to the project, "
        + "because its name does not show it"
    }
  }
}

extension EnvironmentProfile {
  /// The Firebase projects in the profile, beginning with `project`.
  fileprivate var projects: [String] {
    let services = services.filter(\.location.isFirebase).sorted { $0.kind.id < $1.kind.id }
    return (project.map { [$0] } ?? []) + services.compactMap(\.project)
  }

  /// Returns true if a Firebase service may belong to a project, according to its location or name.
  ///
  /// If neither contains a project, returns true unless the profile contains another project.
  package func isPossibleService(_ service: ServiceProfile, ofProject project: String) -> Bool {
    let projects = projects
    if let owner = service.owner(among: Set(projects)) { return owner == project }
    return projects.allSatisfy { $0 == project }
  }

  /// Returns the position of a service's location in the profile.
  func locationPosition(of service: ServiceProfile) -> SourcePosition? {
    let key = service.declaration.longForm?.key
    return key.flatMap { origin(of: "\(service.setting).\($0)") } ?? service.position
  }
}

extension ProjectConsistencyCheck {
  /// The services hosted by Firebase.
  var services: [ServiceProfile] { profile.services.filter(\.location.isFirebase) }

  /// The services hosted by Firebase whose location does not contain the project.
  private var namedServices: [ServiceProfile] { services.filter { $0.project == nil } }

  private var serviceFindings: [Diagnostic] {
    guard let project else { return [] }
    let source =
      profile.project == nil
      ? ServiceDeclarations.reservedNames.map { "\"\($0)\"" } : ["\"project\""]
    return services.compactMap { service in
      guard let owner = service.owner(among: knownProjects), owner != project else { return nil }
      let reason = service.project == nil ? " according to its name" : ""
      return .warning(
        .mixedProjects,
        "\"\(service.setting)\" belongs to the project \"\(owner.escapingControls)\"\(reason), but "
          + "\(source.joined(separator: " or ")) specifies \"\(project.escapingControls)\"; "
          + "correct one of them",
        at: profile.locationPosition(of: service) ?? SourcePosition(file: profile.file)
      )
    }
  }

  /// The findings about invalid service locations.
  private var regionFindings: [Diagnostic] {
    services.compactMap { service in
      service.location.resource.flatMap { service.declaration.problem(ofFirebase: $0) }.map {
        .warning(
          .wrongRegion,
          "\"\(service.setting)\" \($0)",
          at: profile.locationPosition(of: service)
        )
      }
    }
  }

  private var credentialFindings: [Diagnostic] {
    guard let project, let credential, credential.project != project else { return [] }
    return [
      .warning(
        .mixedProjects,
        "the credential, \(credential.name), belongs to the project "
          + "\"\(credential.project.escapingControls)\", but the environment belongs to "
          + "\"\(project.escapingControls)\"; use a key of the environment's project, unless this "
          + "account was given access on purpose",
        at: profile.origin(of: "credentials") ?? SourcePosition(file: profile.file)
      )
    ]
  }
}

extension ServiceProfile {
  /// Returns the project of a Firebase service, or nil if unknown.
  ///
  /// The project is read from the location or inferred from the service's name: names proposed by
  /// the Firebase console begin with the project's ID.
  fileprivate func owner(among projects: Set<String>) -> String? {
    if let project { return project }
    let name = instanceName
    for suffix in [".appspot.com", ".firebasestorage.app"] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return projects.filter { name == $0 || name.hasPrefix("\($0)-") }.max { $0.count < $1.count }
  }
}
