import SystemPackage
import TaneCore

/// A reader of a fixture set's folder that passes each entry to the reader for its kind of service.
struct FixtureSetReader {
  let set: String
  let source: FixtureSource
  let profile: EnvironmentProfile

  /// The positions of files such as `accounts.yaml`, keyed by the description of their content in
  /// messages.
  private var files: [String: SourcePosition] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  /// The set's rules for masking personal data.
  private(set) var masks: [MaskRule] = []

  init(set: String, source: FixtureSource, profile: EnvironmentProfile) {
    (self.set, self.source, self.profile) = (set, source, profile)
  }

  /// Reads the set's whole folder.
  ///
  /// - Parameter readers: The readers for all kinds, in the order of `ServiceDeclarations.all`.
  mutating func read(by readers: inout [any FixtureReader]) {
    let folder = FilePath(Project.fixtures).appending(set)
    let listing = FileListing(of: folder, in: source.project) { _ in false }
    diagnostics += listing.diagnostics
    readSettings(listing.entries)
    for entry in listing.entries where !FixtureSetSettingsReader.reads(entry) {
      let index = ServiceDeclarations.all.firstIndex {
        $0.fixturePart.matches(entry.name, isFolder: entry.isFolder)
      }
      if let index {
        let kind = ServiceDeclarations.all[index]
        if registerIfReadable(entry, kind: kind) { readers[index].read(entry, of: set) }
      } else {
        diagnostics.append(Self.unexpectedEntryFinding(entry))
      }
    }
  }

  /// Reads the settings of the set; missing settings have default values.
  private mutating func readSettings(_ entries: [FileListing.Entry]) {
    let files = entries.filter(FixtureSetSettingsReader.reads)
    var reader = FixtureSetSettingsReader(project: source.project)
    source.evaluator.settings = reader.read(files.first)
    masks = reader.masks
    diagnostics += reader.diagnostics
    guard files.count > 1 else { return }
    diagnostics.append(
      .error(
        .describedTwice,
        "two files define the settings of the set \"\(set)\"; remove one",
        at: files[1].place,
        notes: [Diagnostic.Note("the other one", at: files[0].place)]
      )
    )
  }

  /// Registers an entry of the set and returns true if it can be read; reports a finding if the
  /// environment lacks the entry's service or if another file defines the same content.
  private mutating func registerIfReadable(
    _ entry: FileListing.Entry,
    kind: any ServiceDeclaration
  ) -> Bool {
    guard kind.isNamed || !profile.services(of: kind.kind).isEmpty else {
      diagnostics.append(.skipped(entry, withoutSetting: kind.kind.id))
      return false
    }
    guard case .file(_, let content) = kind.fixturePart else { return true }
    guard let other = files[content] else {
      files[content] = entry.place
      return true
    }
    diagnostics.append(
      .error(
        .describedTwice,
        "two files define the \(content) of the set \"\(set)\"; remove one",
        at: entry.place,
        notes: [Diagnostic.Note("the other one", at: other)]
      )
    )
    return false
  }

  private static func unexpectedEntryFinding(_ entry: FileListing.Entry) -> Diagnostic {
    for place in ServiceDeclarations.all.map(\.fixturePart) {
      switch place {
      case .folder(entry.name):
        return .error(
          .notAFolder,
          "\"\(entry.name)\" is a file; expected a folder with this name",
          at: entry.place
        )
      case .file(let name, let content) where entry.isFolder && entry.name.hasPrefix("\(name)."):
        return .error(
          .notAFile,
          "\"\(entry.name)\" is a folder; expected a file with \(content)",
          at: entry.place
        )
      default: continue
      }
    }
    let known = ServiceDeclarations.all.map(\.fixturePart.name) + [FixtureSetSettingsReader.name]
    return .error(
      .unexpectedFile,
      "\"\(entry.name.escapingControls)\" is not part of a fixture set (known: \(known.joined(separator: ", ")))"
        + Suggestion.clause(for: entry.name, among: known),
      at: entry.place
    )
  }
}
