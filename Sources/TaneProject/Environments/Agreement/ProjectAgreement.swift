public import TaneCore

/// A comparison of the project identifiers in a profile, its credential and the apps' settings.
public struct ProjectAgreement: Sendable {
  /// The project that a credential is of.
  public struct Credential: Sendable, Hashable {
    /// The project.
    public let project: String
    /// The owner of the credential, as named in messages.
    public let name: String

    /// Creates the project of a credential.
    public init(project: String, name: String) {
      self.project = project
      self.name = name
    }
  }

  let profile: EnvironmentProfile
  /// The projects that any profile or app names.
  let knownProjects: Set<String>
  /// The projects that other environments are of.
  let otherProjects: Set<String>
  let infos: [GoogleServiceInfo]
  let credential: Credential?

  /// Creates the comparison of a profile with what belongs to it.
  ///
  /// - Parameters:
  ///   - profile: The profile, its services where it says itself.
  ///   - others: The other profiles of the project's folder.
  ///   - infos: The settings of the apps that were found.
  ///   - credential: The project of the credential, where it names one.
  public init(
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

  /// The project that all parts are compared with: what the profile says, or its parts.
  var project: String? { profile.projects.first }

  /// Everything that does not agree, as warnings.
  public var findings: [Diagnostic] {
    serviceFindings + placeFindings + credentialFindings + appFindings
  }

  /// The comparisons that were not possible, each as a clause without a full stop.
  public var unknowns: [String] {
    guard project != nil else { return [] }
    let unknown = namedServices.filter { $0.owner(among: knownProjects) == nil }
    return unknown.map { service in
      "whether \(service.setting) (\(service.instanceName)) is of the project: its name does not say"
    }
  }
}

extension EnvironmentProfile {
  /// The projects of Firebase that the profile names, `project` before the others.
  fileprivate var projects: [String] {
    let services = services.filter(\.location.isFirebase).sorted { $0.kind.id < $1.kind.id }
    return (project.map { [$0] } ?? []) + services.compactMap(\.project)
  }

  /// Returns true if a Firebase service may belong to a project, according to its location or name;
  /// if neither determines the project, the profile must not name another one.
  public func mayHold(_ service: ServiceProfile, ofProject project: String) -> Bool {
    let projects = projects
    if let owner = service.owner(among: Set(projects)) { return owner == project }
    return projects.allSatisfy { $0 == project }
  }

  /// Returns the position of a service's location in the profile.
  func placeOrigin(of service: ServiceProfile) -> SourcePosition? {
    let key = service.declaration.longForm?.key
    return key.flatMap { origin(of: "\(service.setting).\($0)") } ?? service.position
  }
}

extension ProjectAgreement {
  /// The services of Firebase.
  var services: [ServiceProfile] { profile.services.filter(\.location.isFirebase) }

  /// The services of Firebase that say by their names alone, if at all, which project they are of.
  private var namedServices: [ServiceProfile] { services.filter { $0.project == nil } }

  private var serviceFindings: [Diagnostic] {
    guard let project else { return [] }
    let source =
      profile.project == nil
      ? ServiceDeclarations.reservedNames.map { "\"\($0)\"" } : ["\"project\""]
    return services.compactMap { service in
      guard let owner = service.owner(among: knownProjects), owner != project else { return nil }
      let reason = service.project == nil ? " by its name" : ""
      return .warning(
        .mixedProjects,
        "\"\(service.setting)\" is of the project \"\(owner.escapingControls)\"\(reason), and"
          + " \(source.joined(separator: " or ")) says \"\(project.escapingControls)\"; correct one"
          + " of them",
        at: profile.placeOrigin(of: service) ?? SourcePosition(file: profile.file)
      )
    }
  }

  /// The findings about impossible locations of services.
  private var placeFindings: [Diagnostic] {
    services.compactMap { service in
      service.location.resource.flatMap { service.declaration.problem(ofFirebase: $0) }.map {
        .warning(
          .wrongRegion,
          "\"\(service.setting)\" \($0)",
          at: profile.placeOrigin(of: service)
        )
      }
    }
  }

  private var credentialFindings: [Diagnostic] {
    guard let project, let credential, credential.project != project else { return [] }
    return [
      .warning(
        .mixedProjects,
        "the credential, \(credential.name), is of the project \"\(credential.project.escapingControls)\","
          + " and the environment of \"\(project.escapingControls)\"; use a key of that project, unless this"
          + " account was given access on purpose",
        at: profile.origin(of: "credentials") ?? SourcePosition(file: profile.file)
      )
    ]
  }
}

extension ServiceProfile {
  /// The project that a service of Firebase is of, as its place says, or its name, which the console proposes by the project's;
  /// nil where neither says it.
  fileprivate func owner(among projects: Set<String>) -> String? {
    if let project { return project }
    let name = instanceName
    for suffix in [".appspot.com", ".firebasestorage.app"] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return projects.filter { name == $0 || name.hasPrefix("\($0)-") }.max { $0.count < $1.count }
  }
}
