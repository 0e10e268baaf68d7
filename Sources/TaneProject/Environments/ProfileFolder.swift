import SystemPackage
import TaneCore
import TaneFormats

/// The files of `environments/`: the profiles and the schema of the app's own settings.
struct ProfileFolder {
  private let project: Project
  /// The profiles by name.
  private(set) var files: [String: ProfileFile] = [:]
  /// The schema of the app's own settings.
  private(set) var schema = ValueSchema()
  /// The findings about the folder, and about entries that are not profiles.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads all profiles of a project.
  init(of project: Project) {
    self.project = project
    do {
      guard let entries = try project.entries(of: FilePath(Project.environments)) else {
        diagnostics.append(
          .error(
            .missingFolder,
            "the project has no \"environments\" folder: add one with a profile, such as"
              + " environments/local.yaml",
            at: SourcePosition(file: Project.environments)
          )
        )
        return
      }
      for entry in entries
      where !FileName.isIgnored(entry.name) && !FileName.isDocumentation(entry.name) {
        read(entry)
      }
      guard files.isEmpty, !diagnostics.containsError else { return }
      diagnostics.append(
        .error(
          .missingProfile,
          "\"environments\" contains no profile: add one, such as environments/local.yaml",
          at: SourcePosition(file: Project.environments)
        )
      )
    } catch {
      diagnostics.append(.unreadable(Project.environments, error, "folder"))
    }
  }

  /// The names of services in all profiles, for kinds with named services.
  var serviceNames: [ServiceKind: Set<String>] {
    let trees = files.values.compactMap(\.tree)
    let named = ServiceDeclarations.all.filter(\.isNamed).map { declaration in
      let services = trees.compactMap { $0[declaration.kind.id] }.flatMap(\.children)
      return (declaration.kind, Set(services.compactMap { $0.key.map(FileName.composed) }))
    }
    return Dictionary(uniqueKeysWithValues: named)
  }

  private mutating func read(_ entry: FileEntry) {
    let path = FilePath(Project.environments).appending(entry.name)
    let shown = path.string
    guard [".yaml", ".yml"].contains(where: entry.name.hasSuffix) else {
      diagnostics.append(
        .warning(
          .unexpectedFile,
          "\"\(entry.name)\" is not a profile: the names of profiles end in .yaml",
          at: SourcePosition(file: shown)
        )
      )
      return
    }
    guard entry.isUTF8 else {
      return report(.illegalFileName, "this name is not UTF-8; rename it", shown)
    }
    let stem = TreeFormat.stem(of: entry.name)
    if stem == ValueSchema.stem {
      schema = ValueSchema(SettingsFile(at: path, describedAs: "a schema", in: project))
      return
    }
    let name = FileName.key(of: stem)
    if let problem = NameRule.problem(in: name) {
      let message =
        "this file defines the environment \"\(name.escapingControls)\", whose name \(problem); "
        + "rename the file: \(NameRule.expectation)"
      return report(.illegalFileName, message, shown)
    }
    if let other = files[name] { return reportDuplicateEnvironment(name, shown, other.file) }
    let settings = SettingsFile(at: path, describedAs: "a profile", in: project)
    files[name] = ProfileFile(
      name: name,
      file: shown,
      tree: settings.tree,
      diagnostics: settings.diagnostics
    )
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, _ file: String) {
    diagnostics.append(.error(code, message, at: SourcePosition(file: file)))
  }

  private mutating func reportDuplicateEnvironment(_ name: String, _ file: String, _ other: String)
  {
    files[name]?.diagnostics.append(
      .error(
        .duplicateEnvironment,
        "the environment \"\(name)\" has two files; remove one of them",
        at: SourcePosition(file: file),
        notes: [Diagnostic.Note("the other one", at: SourcePosition(file: other))]
      )
    )
  }
}
