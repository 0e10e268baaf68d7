import SystemPackage
import TaneCore

extension Mappings {
  private static let names = ["mappings.yaml", "mappings.yml"]

  /// Loads the mappings of a project.
  ///
  /// - Parameter project: The project.
  /// - Returns: The valid parts with findings, or empty mappings with a nil `file` if the project
  ///   has none.
  package static func load(from project: Project) -> Mappings {
    let listing: [FileEntry]
    do {
      listing = try project.entries(of: FilePath(Project.fixtures)) ?? []
    } catch {
      return Mappings(diagnostics: [.unreadable(Project.fixtures, error, "folder")])
    }
    let found = listing.filter { names.contains($0.name) }.map { path(of: $0) }
    guard let path = found.first else {
      return Mappings(diagnostics: listing.compactMap(misspelling))
    }
    let settings = SettingsFile(at: path, describedAs: "a mappings file", in: project)
    var reader = MappingsReader(project: project)
    var mappings = settings.tree.map { reader.read($0) } ?? Mappings()
    mappings.file = path.string
    let twice = found.dropFirst().map { duplicateFileFinding($0, besides: path) }
    mappings.diagnostics =
      (settings.diagnostics + reader.diagnostics + twice).sortedWithoutDuplicates
    return mappings
  }

  private init(diagnostics: [Diagnostic]) {
    self.init()
    self.diagnostics = diagnostics
  }

  private static func path(of entry: FileEntry) -> FilePath {
    FilePath(Project.fixtures).appending(entry.name)
  }

  /// Returns a warning if a file's name is probably a misspelling of `mappings.yaml`, otherwise
  /// nil.
  private static func misspelling(_ entry: FileEntry) -> Diagnostic? {
    let name = entry.name
    guard entry.kind != .folder, !FileName.isIgnored(name),
      let meant = Suggestion.nearest(to: name, among: [names[0]])
    else { return nil }
    return .warning(
      .unexpectedFile,
      "\"\(name.escapingControls)\" is ignored; did you mean \"\(meant)\"?",
      at: SourcePosition(file: path(of: entry).string)
    )
  }

  private static func duplicateFileFinding(_ path: FilePath, besides other: FilePath) -> Diagnostic
  {
    .error(
      .unexpectedFile,
      "the project has two mappings files; merge them into one",
      at: SourcePosition(file: path.string),
      notes: [Diagnostic.Note("the other one", at: SourcePosition(file: other.string))]
    )
  }
}
