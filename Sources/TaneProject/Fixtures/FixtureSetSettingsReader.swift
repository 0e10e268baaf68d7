import SystemPackage
import TaneCore
import TaneFormats

/// A reader for a fixture set's settings in `set.yaml`.
struct FixtureSetSettingsReader: SettingsReading {
  static let name = "set.yaml"
  private static let keys = ["seed", "locale", "zone", "define", "masks"]

  let project: Project
  var diagnostics: [Diagnostic] = []
  /// The rules for masking personal data in pulled fixtures.
  private(set) var masks: [MaskRule] = []

  /// Returns true if an entry of a set is the set's settings file.
  static func reads(_ entry: FileListing.Entry) -> Bool {
    !entry.isFolder && [name, "set.yml"].contains(entry.name)
  }

  /// Returns the settings in a file, or the default settings if there is no file.
  mutating func read(_ entry: FileListing.Entry?) -> FixtureSetSettings {
    var settings = FixtureSetSettings()
    guard let entry, let tree = tree(of: entry), !tree.isNull else { return settings }
    guard tree.kind == .map, tree.tag == .none else {
      let message = "expected a map of settings, found \(tree.kind.withArticle)"
      report(.wrongType, message, at: tree.position)
      return settings
    }
    diagnostics += Diagnostic.unknownKeys(in: tree, known: Self.keys)
    if let seed = tree["seed"] { settings.seed = readSeed(seed) ?? "" }
    if let text = text(tree["locale"], "locale") {
      settings.locale = choice(text, "language", at: tree["locale"]?.position) ?? .en
    }
    if let name = text(tree["zone"], "zone") { settings.zone = zone(name, tree["zone"]) }
    settings.definitions = definitions(tree["define"])
    // The services in the patterns are not checked, since environments have different services.
    masks = readMaskRules(tree["masks"], among: nil)
    return settings
  }

  private mutating func tree(of entry: FileListing.Entry) -> Tree? {
    do {
      guard let bytes = try project.files.bytes(of: project.absolute(entry.path)) else {
        return nil
      }
      let name = entry.path.string
      // Definitions may use each other's tags, so the names of all tags are collected first.
      let tags = YAMLReader().readDocuments(bytes, named: name).tree?.children.first?["define"]
      let names = tags?.children.compactMap(\.key).map { "!\($0)" } ?? []
      let result = TreeParser.parse(
        bytes,
        named: name,
        as: .yaml,
        keeping: FixtureSetSettings.commonTagNames + names
      )
      diagnostics += result.diagnostics
      return result.tree
    } catch {
      diagnostics.append(.unreadable(entry.path.string, error))
      return nil
    }
  }

  private mutating func readSeed(_ tree: Tree) -> String? {
    if tree.tag == .none, let text = tree.string ?? tree.integer.map(String.init) { return text }
    report(.wrongType(of: "seed", expected: "a string or a whole number", found: tree))
    return nil
  }

  private mutating func zone(_ name: String, _ tree: Tree?) -> FixtureZone {
    if let zone = FixtureZone(name) { return zone }
    report(
      .invalidValue,
      "\"\(name.escapingControls)\" is not a time zone; expected a name such as Asia/Tokyo, UTC or +09:00"
        + FixtureZone.suggestion(for: name),
      at: tree?.position
    )
    return .utc
  }

  private mutating func definitions(_ tree: Tree?) -> [String: Tree] {
    let expected = "a map from the names of tags to their definitions"
    var definitions: [String: Tree] = [:]
    for child in entries(of: tree, "define", expected: expected) {
      let name = child.key ?? ""
      let tag = "!\(name)"
      guard name.wholeMatch(of: /[A-Za-z][\w-]*/) != nil else {
        report(
          .invalidValue,
          "\"\(name.escapingControls)\" is not a valid tag name; expected letters, digits and "
            + "hyphens, such as customer",
          at: child.keyPosition
        )
        continue
      }
      guard NodeTag(yamlName: tag) == nil, !FixtureSetSettings.commonTagNames.contains(tag) else {
        report(
          .invalidValue,
          "the tag \(tag) is already defined; choose another name",
          at: child.keyPosition
        )
        continue
      }
      definitions[tag] = child
    }
    return definitions
  }
}
