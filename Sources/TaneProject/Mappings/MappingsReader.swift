import TaneCore

/// A reader of `fixtures/mappings.yaml`, in which null means absent.
struct MappingsReader: SettingsReading {
  /// The keys of the file.
  static let keys = [
    "sources", "exclude", "decoder", "strategies", "severity", "ignore", "identity", "mappings",
  ]

  let project: Project
  var diagnostics: [Diagnostic] = []

  /// Reads the mappings from a file's tree; `file` is not set.
  mutating func read(_ tree: Tree) -> Mappings {
    diagnostics += Diagnostic.unknownKeys(in: tree, known: Self.keys)
    var mappings = Mappings()
    mappings.sources = readSources(tree["sources"])
    mappings.excluded = readExcluded(tree["exclude"])
    mappings.settings = readSettings(of: tree, over: MappingSettings(), "")
    mappings.ignored = readIgnored(tree["ignore"])
    mappings.identities = readIdentities(tree["identity"])
    mappings.rules = readRules(tree["mappings"], settings: mappings.settings)
    if lacksSources(tree), let first = mappings.rules.first {
      report(
        .missingValue,
        "\"sources\" is missing, which \"mappings\" requires; add the folders that declare the "
          + "types, for example \"sources: [Sources/Models]\"",
        at: first.position
      )
    }
    return mappings
  }

  /// Returns true if the file names no sources, not even under a misspelled key.
  private func lacksSources(_ tree: Tree) -> Bool {
    guard let sources = tree["sources"] else {
      return !tree.children.contains {
        Suggestion.nearest(to: $0.key ?? "", among: Self.keys) == "sources"
      }
    }
    return sources.isNull || sources.kind == .list && sources.children.isEmpty
  }

  /// Reads an optional string, which must not be empty.
  mutating func optionalText(_ tree: Tree?, _ setting: String) -> String? {
    guard let tree, !tree.isNull else { return nil }
    return text(tree, setting)
  }

  /// Reads a required, nonempty string.
  mutating func text(_ tree: Tree, _ setting: String) -> String? {
    guard let text = tree.string else {
      report(.wrongType(of: setting, expected: "a string", found: tree))
      return nil
    }
    guard text.isEmpty else { return text }
    report(.missingValue, "\"\(setting)\" is empty", at: tree.position)
    return nil
  }

  /// Parses an address pattern, or reports a finding and returns nil if it is invalid.
  mutating func pattern(
    _ text: String,
    at position: SourcePosition?,
    such example: String
  ) -> AddressPattern? {
    if let pattern = AddressPattern(parsing: text) { return pattern }
    report(
      .invalidValue,
      "\"\(text.escapingControls)\" is not a valid address pattern; expected a database, or firestore, and a"
        + " path with * for any key, such as \(example)",
      at: position
    )
    return nil
  }
}

extension TreeChildren {
  var sortedByPosition: [Tree] {
    enumerated().sorted { left, right in
      guard let leftPlace = left.element.keyPosition, let rightPlace = right.element.keyPosition,
        leftPlace != rightPlace
      else { return left.offset < right.offset }
      return leftPlace < rightPlace
    }.map(\.element)
  }
}
