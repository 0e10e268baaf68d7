public import SystemPackage
public import TaneCore

/// All environments of a project, and every problem of their profiles.
public struct EnvironmentProfiles: Sendable {
  private struct Entry: Sendable {
    let profile: EnvironmentProfile?
    let diagnostics: [Diagnostic]
    /// The findings about the app's own settings.
    var valueDiagnostics: [Diagnostic] = []
    /// The settings as they are written, with what the profile extends.
    var tree: Tree?
  }

  /// The project whose profiles these are.
  public let project: Project
  /// The environment that is meant where none is named.
  public let defaultName: String
  private let entries: [String: Entry]
  private let folderDiagnostics: [Diagnostic]
  private let emulators: EmulatorHosts
  let schema: ValueSchema

  /// The name, without its extension, of the file in `environments/` that declares values.
  public static let valueSchemaName = ValueSchema.stem

  /// Reads the profiles of a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - variables: The process's environment, for `${NAME}` and for the emulators that take the place
  ///     of Firebase.
  ///   - omitted: Settings that are taken for not there, by their keys, such as `credentials` where nobody signs in
  ///     and the variables of who does may not be set.
  ///   - gitIgnores: Returns true if Git ignores a file, false if it lies in a repository that does not, and nil if
  ///     unknown; asked about files of credentials.
  /// - Returns: All profiles, those with errors as findings only.
  public static func load(
    from project: Project,
    variables: [String: String],
    omitting omitted: Set<String> = [],
    gitIgnores: @escaping @Sendable (FilePath) -> Bool? = { _ in nil }
  ) -> EnvironmentProfiles {
    let folder = ProfileFolder(of: project)
    let inheritance = ProfileInheritance(files: folder.files)
    let parents = inheritance.parents
    // Where they cannot be listed, loading the fixtures says so.
    let sets = try? FixtureSets.names(in: project)
    let entries = folder.files.mapValues { file in
      let reader = ProfileReader(
        substitution: VariableSubstitution(variables: variables),
        sets: sets,
        isExtended: parents.contains(file.name),
        schema: folder.schema
      )
      var resolved = inheritance.resolve(file)
      resolved.tree = resolved.tree?.removing(omitted)
      let check = CredentialCheck(project: project, gitIgnores: gitIgnores)
      return entry(of: file, resolved, reader, check)
    }
    return EnvironmentProfiles(
      project: project,
      defaultName: defaultName(in: variables),
      entries: entries,
      folderDiagnostics: folder.diagnostics,
      emulators: EmulatorHosts(variables: variables),
      schema: folder.schema
    )
  }

  private static func entry(
    of file: ProfileFile,
    _ resolved: ProfileInheritance.Resolved,
    _ reader: ProfileReader,
    _ check: CredentialCheck
  ) -> Entry {
    guard let tree = resolved.tree else {
      return Entry(profile: nil, diagnostics: resolved.diagnostics.redacted.sortedOnce)
    }
    var reader = reader
    let profile = reader.read(tree, of: file, extends: resolved.ancestors)
    if !reader.namesService {
      // The profiles that extend it say which of its variables are read.
      reader.diagnostics.removeAll { $0.code == .unsetVariable }
    }
    if let credentials = profile.credentials, let setting = tree["credentials"] {
      reader.diagnostics += check.findings(about: credentials, in: setting)
    }
    let diagnostics = (resolved.diagnostics + reader.diagnostics).redacted.sortedOnce
    return Entry(
      profile: diagnostics.containsError ? nil : profile,
      diagnostics: diagnostics,
      valueDiagnostics: reader.valueDiagnostics.redacted,
      tree: tree
    )
  }

  /// The profiles without errors, by name, those included that can only be extended.
  public var profiles: [EnvironmentProfile] {
    entries.values.compactMap(\.profile).sorted { $0.name < $1.name }
  }

  /// The names of all environments that a command can take, whether or not they have errors.
  public var names: [String] {
    entries.filter { $0.value.profile?.isAbstract != true }.keys.sorted()
  }

  /// Every problem of all profiles, by place, each one once.
  public var diagnostics: [Diagnostic] {
    (folderDiagnostics + entries.values.flatMap(\.diagnostics) + valueDiagnostics).sortedOnce
  }

  /// The findings about the app's own settings in all environments, and about their schema.
  ///
  /// It keeps no command from using an environment's services.
  public var valueDiagnostics: [Diagnostic] {
    (schema.diagnostics + entries.values.flatMap(\.valueDiagnostics)
      + ValueShape(of: self).diagnostics).sortedOnce
  }

  /// Returns the findings about the app's own settings in one environment, and about their schema.
  public func valueDiagnostics(of name: String) -> [Diagnostic] {
    (schema.diagnostics + (entries[name]?.valueDiagnostics ?? [])).sortedOnce
  }

  /// The settings of a profile and those that it extends, as they are written; nil for an unknown name.
  func tree(of name: String) -> Tree? { entries[name]?.tree }

  /// The problems of one profile and those that it extends; none for an unknown name.
  public func diagnostics(of name: String) -> [Diagnostic] {
    entries[name]?.diagnostics ?? []
  }

  /// The environment of a name.
  ///
  /// Its services of Firebase are those of an emulator where one of the usual variables says so, such as
  /// `FIREBASE_DATABASE_EMULATOR_HOST`; `redirections` tells which.
  ///
  /// - Parameters:
  ///   - name: The environment's name.
  ///   - redirects: Whether the variables count.
  /// - Returns: The environment.
  /// - Throws: `EnvironmentError` where there is none, where it has errors, where it has no services, so
  ///   that it can only be extended, and where a variable that would send a service to an emulator names
  ///   none.
  public func profile(
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
    guard !profile.isAbstract else { throw .withoutServices(profile, among: names) }
    return redirects ? try profile.redirected(to: emulators) : profile
  }
}

extension [Diagnostic] {
  /// The same findings without keys and tokens that a profile may hold.
  fileprivate var redacted: [Diagnostic] {
    map { finding in
      var finding = finding
      finding.message = Redaction.url(finding.message)
      return finding
    }
  }
}
