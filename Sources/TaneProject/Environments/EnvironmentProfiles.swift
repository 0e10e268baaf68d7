package import SystemPackage
package import TaneCore

/// All environments of a project, with the findings about their profiles.
public struct EnvironmentProfiles: Sendable {
  private struct Entry: Sendable {
    /// The profile, or nil if it has errors other than an unset variable in `credentials`.
    let profile: EnvironmentProfile?
    let diagnostics: [Diagnostic]
    /// The findings about the app's own settings.
    var valueDiagnostics: [Diagnostic] = []
    /// The settings as written, including the settings of extended profiles.
    var tree: Tree?
  }

  package let project: Project
  /// The value of `TANE_ENV`, or nil if it is unset or empty.
  package let chosenName: String?
  private let entries: [String: Entry]
  private let folderDiagnostics: [Diagnostic]
  private let emulators: EmulatorHosts
  let schema: ValueSchema

  /// The name of the file in `environments/` that declares values, without its extension.
  package static let valueSchemaName = ValueSchema.stem

  /// Loads the profiles of a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - variables: The environment variables for `${NAME}` and for redirection to emulators.
  ///   - omitted: The keys of settings to ignore, such as `credentials` for operations that do not
  ///     access services, so that variables in them may be unset.
  ///   - gitIgnores: A closure that returns true if Git ignores a credentials file, false if the
  ///     file is in a repository that does not ignore it, and nil if unknown.
  /// - Returns: All profiles; a profile with errors has only findings.
  package static func load(
    from project: Project,
    variables: [String: String],
    omitting omitted: Set<String> = [],
    gitIgnores: @escaping @Sendable (FilePath) -> Bool? = { _ in nil }
  ) -> EnvironmentProfiles {
    let folder = ProfileFolder(of: project)
    let inheritance = ProfileInheritance(files: folder.files)
    let parents = inheritance.parents
    let projectServices = folder.serviceNames
    // If the sets cannot be listed, loading the fixtures reports the error.
    let sets = try? FixtureSets.names(in: project)
    let entries = folder.files.mapValues { file in
      let reader = ProfileReader(
        substitution: VariableSubstitution(variables: variables),
        sets: sets,
        isExtended: parents.contains(file.name),
        projectServices: projectServices,
        schema: folder.schema
      )
      var resolved = inheritance.resolve(file)
      resolved.tree = resolved.tree?.removing(omitted)
      let check = CredentialCheck(project: project, gitIgnores: gitIgnores)
      return entry(of: file, resolved, reader, check)
    }
    return EnvironmentProfiles(
      project: project,
      chosenName: chosenName(in: variables),
      entries: entries,
      folderDiagnostics: folder.diagnostics,
      emulators: EmulatorHosts(variables: variables),
      schema: folder.schema
    )
  }

  private static func entry(
    of file: ProfileFile,
    _ resolved: ProfileInheritance.ResolvedProfile,
    _ reader: ProfileReader,
    _ check: CredentialCheck
  ) -> Entry {
    guard let tree = resolved.tree else {
      return Entry(profile: nil, diagnostics: resolved.diagnostics.redacted.sortedWithoutDuplicates)
    }
    var reader = reader
    let profile = reader.read(tree, of: file, extends: resolved.ancestors)
    if !reader.namesService {
      // The variables of a base profile are checked in the profiles that extend it.
      reader.diagnostics.removeAll { $0.code == .unsetVariable }
    }
    if let credentials = profile.credentials, let setting = tree["credentials"] {
      reader.diagnostics += check.findings(about: credentials, in: setting)
    }
    let diagnostics = (resolved.diagnostics + reader.diagnostics).redacted.sortedWithoutDuplicates
    // Credentials may be missing if no service needs them.
    let isUsable = !diagnostics.contains {
      $0.severity == .error
        && ($0.code != .unsetVariable || $0.position != tree["credentials"]?.position)
    }
    return Entry(
      profile: isUsable ? profile : nil,
      diagnostics: diagnostics,
      valueDiagnostics: reader.valueDiagnostics.redacted,
      tree: tree
    )
  }

  /// The usable profiles, ordered by name; abstract profiles can only be extended.
  package var profiles: [EnvironmentProfile] {
    entries.values.compactMap(\.profile).sorted { $0.name < $1.name }
  }

  /// The profiles of environments, without abstract profiles.
  package var environments: [EnvironmentProfile] { profiles.filter { !$0.isAbstract } }

  /// The names of all environments, including environments with errors, but without abstract
  /// profiles.
  package var names: [String] {
    entries.filter { $0.value.profile?.isAbstract != true }.keys.sorted()
  }

  /// The Firebase projects by environment name; environments without a project are omitted.
  ///
  /// The project of a profile with errors is the text in the file, without variables replaced.
  package var projects: [String: String] {
    entries.compactMapValues { entry in
      guard let profile = entry.profile else { return entry.tree?["project"]?.string }
      return profile.isAbstract ? nil : profile.project
    }
  }

  /// The distinct findings about all profiles, ordered by position.
  package var diagnostics: [Diagnostic] {
    (folderDiagnostics + entries.values.flatMap(\.diagnostics) + valueDiagnostics)
      .sortedWithoutDuplicates
  }

  /// The findings about the app's own settings in all environments, and about their schema.
  ///
  /// The findings do not prevent the use of an environment's services.
  package var valueDiagnostics: [Diagnostic] {
    (schema.diagnostics + entries.values.flatMap(\.valueDiagnostics)
      + ValueShape(of: self).diagnostics).sortedWithoutDuplicates
  }

  /// Returns the findings about the app's own settings in one environment, and about their schema.
  package func valueDiagnostics(of name: String) -> [Diagnostic] {
    (schema.diagnostics + (entries[name]?.valueDiagnostics ?? [])).sortedWithoutDuplicates
  }

  /// Returns the merged settings of a profile and the profiles that it extends, before variables
  /// are replaced, or nil if the name is unknown or a file is invalid.
  func tree(of name: String) -> Tree? { entries[name]?.tree }

  /// Returns the findings about a profile and the profiles that it extends, or no findings if the
  /// name is unknown.
  package func diagnostics(of name: String) -> [Diagnostic] {
    entries[name]?.diagnostics ?? []
  }

  /// Returns the environment with the given name.
  ///
  /// Its Firebase services are redirected to emulators if variables such as
  /// `FIREBASE_DATABASE_EMULATOR_HOST` are set; `redirections` lists them.
  ///
  /// - Parameters:
  ///   - name: The environment's name.
  ///   - redirects: True to use these variables; false if the services are not accessed.
  /// - Returns: The environment. Its credentials may refer to an unset variable only if no service
  ///   needs them.
  /// - Throws: An `EnvironmentError` if it does not exist, has errors, or has no services and can
  ///   therefore only be extended, or if a variable for an emulator contains no valid address.
  package func profile(
    named name: String,
    redirects: Bool = true
  ) throws(EnvironmentError) -> EnvironmentProfile {
    if let problem = NameRule.problem(in: name) { throw .illegalName(name, problem) }
    guard let entry = entries[name] else {
      throw .unknown(name, among: names, diagnostics: folderDiagnostics)
    }
    guard let profile = entry.profile else {
      throw .invalid(name, entry.diagnostics)
    }
    guard !profile.isAbstract else { throw .noServices(in: profile, available: names) }
    guard redirects else { return profile }
    let redirected = try profile.redirected(to: emulators)
    guard !redirected.hasFirebaseService || !entry.diagnostics.containsError else {
      throw .invalid(name, entry.diagnostics)
    }
    return redirected
  }
}

extension [Diagnostic] {
  /// The findings with keys and tokens removed from their messages.
  var redacted: [Diagnostic] {
    map { finding in
      var finding = finding
      finding.message = Redaction.url(finding.message)
      return finding
    }
  }
}

extension EnvironmentProfiles {
  /// The name of the default environment if `TANE_ENV` is not set.
  static let fallbackName = "local"

  /// The name of the default environment: the value of `TANE_ENV`, or `local` if it is not set.
  ///
  /// Tane does not store a current environment.
  package var defaultName: String { chosenName ?? Self.fallbackName }

  /// Returns the name of the default environment: the value of `TANE_ENV`, or `local` if it is not
  /// set.
  package static func defaultName(in variables: [String: String]) -> String {
    chosenName(in: variables) ?? fallbackName
  }

  /// Returns the value of `TANE_ENV`, or nil if it is unset or empty.
  static func chosenName(in variables: [String: String]) -> String? {
    variables["TANE_ENV"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
