public import TaneCore

/// Whether what a profile, its credential and the apps' settings say of the project agrees.
public struct ProjectAgreement: Sendable {
  /// The project that a credential is of.
  public struct Credential: Sendable, Hashable {
    /// The project.
    public let project: String
    /// Whose credential it is, for messages.
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
    serviceFindings + regionFindings + credentialFindings + appFindings
  }

  /// What could not be compared, each a clause without a full stop.
  public var unknowns: [String] {
    guard project != nil else { return [] }
    let named = serviceNames.filter { owner(ofName: $0.name) == nil }
    return named.map { service in
      "whether \(service.setting) (\(service.name)) is of the project: its name does not say"
    }
  }
}

extension EnvironmentProfile {
  /// The projects of Firebase that the profile names, `project` before the others.
  fileprivate var projects: [String] {
    var projects = project.map { [$0] } ?? []
    if case .firebase(let project) = accounts?.url { projects.append(project) }
    if case .firebase(let name) = firestore?.url { projects.append(name.project) }
    return projects
  }
}

extension ProjectAgreement {
  /// The services of Firebase that have names of their own, with the settings that say so.
  private var serviceNames: [(setting: String, name: String, position: SourcePosition?)] {
    let databases = profile.databases.compactMap { database in
      database.url.isFirebase
        ? entry("databases.\(database.name)", database.url.instanceName, database.position) : nil
    }
    let buckets = profile.buckets.compactMap { bucket in
      bucket.url.isFirebase
        ? entry("buckets.\(bucket.name)", bucket.url.instanceName, bucket.position) : nil
    }
    return databases + buckets
  }

  private func entry(
    _ setting: String,
    _ name: String,
    _ position: SourcePosition?
  ) -> (setting: String, name: String, position: SourcePosition?) {
    (setting, name, profile.origin(of: "\(setting).url") ?? position)
  }

  /// The project that a database or a bucket is of by its name, as the console proposes names; nil where
  /// the name does not say.
  private func owner(ofName name: String) -> String? {
    for suffix in [".appspot.com", ".firebasestorage.app"] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return knownProjects.filter { name == $0 || name.hasPrefix("\($0)-") }.max {
      $0.count < $1.count
    }
  }

  private var serviceFindings: [Diagnostic] {
    guard let project else { return [] }
    var parts: [(setting: String, owner: String?, position: SourcePosition?, isByName: Bool)] =
      serviceNames.map { ($0.setting, owner(ofName: $0.name), $0.position, true) }
    if case .firebase(let name) = profile.firestore?.url {
      parts.append(("firestore", name.project, profile.firestore?.position, false))
    }
    if case .firebase(let owner) = profile.accounts?.url {
      parts.append(("accounts", owner, profile.accounts?.position, false))
    }
    return parts.compactMap { part in
      guard let owner = part.owner, owner != project else { return nil }
      let source = profile.project == nil ? "\"accounts\" or \"firestore\"" : "\"project\""
      return .warning(
        .mixedProjects,
        "\"\(part.setting)\" is of the project \"\(owner.escapingControls)\""
          + (part.isByName ? " by its name" : "")
          + ", and \(source) says \"\(project.escapingControls)\"; correct one of them",
        at: part.position ?? SourcePosition(file: profile.file)
      )
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

extension ServiceURL {
  /// Whether the service is one of Firebase's own.
  fileprivate var isFirebase: Bool {
    switch self {
    case .firebase, .bucket: true
    case .embedded, .emulator: false
    }
  }
}
