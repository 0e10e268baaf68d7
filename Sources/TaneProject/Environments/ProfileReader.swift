import TaneCore

/// A reader of a profile's settings from its merged tree.
///
/// Null counts as absent, as does an empty string for an optional setting.
struct ProfileReader: VariableReading {
  /// The keys of a profile, in display order.
  static let keys =
    ["extends", "project", "guard", "fixtures"] + ServiceKind.all.map(\.id)
    + [
      "credentials", "state", "limits", "undo", "marker", "own", "ignore", "masks", "maskKey",
      "maskExceptions", "values", "allowIn",
    ]

  let substitution: VariableSubstitution
  /// The names of the existing fixture sets, or nil if unknown.
  let sets: [String]?
  /// A Boolean value indicating whether other profiles extend this profile, which may then be
  /// incomplete.
  let isExtended: Bool
  /// The names of the services in all profiles of the project, by kind.
  var projectServices: [ServiceKind: Set<String>] = [:]
  /// The schema of the app's own settings.
  let schema: ValueSchema
  /// A Boolean value indicating whether the profile contains the location of any service, even an
  /// invalid one.
  private(set) var namesService = false
  var diagnostics: [Diagnostic] = []
  /// The findings about the app's own settings, which do not prevent seeding.
  private(set) var valueDiagnostics: [Diagnostic] = []
  var settings: [ResolvedSetting] = []

  /// Reads a profile from its tree; the result is unusable if `diagnostics` contains errors.
  mutating func read(
    _ tree: Tree,
    of file: ProfileFile,
    extends ancestors: [String]
  ) -> EnvironmentProfile {
    diagnostics += Diagnostic.unknownKeys(in: tree, known: Self.keys)
    readExtends(tree["extends"], ancestors)
    namesService = Self.namesService(tree)
    let services = readServices(tree)
    let isEmbedded = services.allSatisfy(\.location.isEmbedded)
    let guardLevel = readGuard(tree["guard"], whenSilent: isEmbedded ? .open : .confirm)
    let names = NamedServices(in: tree)
    return EnvironmentProfile(
      name: file.name,
      file: file.file,
      extends: ancestors,
      project: optionalText(tree["project"], "project"),
      guardLevel: guardLevel,
      fixtures: readFixtures(tree["fixtures"]),
      services: services,
      projectServices: projectServices,
      credentials: readCredentials(tree["credentials"]),
      state: readState(tree["state"], among: services),
      limits: readLimits(tree["limits"]),
      undo: readUndo(tree["undo"]),
      marker: readMarker(tree["marker"]),
      own: readOwnership(tree["own"], among: names),
      ignore: readIgnored(tree["ignore"], among: names),
      masks: readMasks(tree["masks"], among: names),
      maskKey: readMaskKey(tree["maskKey"]),
      maskExceptions: readMaskExceptions(tree["maskExceptions"]),
      values: readAppValues(tree),
      allowIn: readAllowIn(tree["allowIn"]),
      settings: orderedSettings
    )
  }

  /// The settings in the order of the profile's keys; settings of one key keep the order in which
  /// they were read.
  private var orderedSettings: [ResolvedSetting] {
    Self.keys.flatMap { key in
      settings.filter { $0.keyPath == key || $0.keyPath.hasPrefix("\(key).") }
    }
  }

  private static func namesService(_ tree: Tree) -> Bool {
    ServiceDeclarations.all.contains { declaration in
      guard let services = tree[declaration.kind.id], !services.isNull else { return false }
      guard declaration.isNamed, let key = declaration.longForm?.key else { return true }
      return services.children.contains { $0.kind != .map || $0[key] != nil }
    }
  }

  /// The names of the services in a profile, including invalid names.
  struct NamedServices {
    /// The names of the services that contain trees, parts of which fixtures can own.
    private(set) var trees: [String] = []
    /// The names of the services without trees, each with the noun for its kind in messages:
    /// `bucket`.
    private(set) var withoutTrees: [(name: String, noun: String)] = []

    init(in tree: Tree) {
      for declaration in ServiceDeclarations.all {
        guard let services = tree[declaration.kind.id], !services.isNull else { continue }
        let names =
          declaration.isNamed ? services.children.compactMap(\.key) : [declaration.kind.id]
        if declaration.containsTrees {
          trees += names
        } else {
          withoutTrees += names.map { ($0, declaration.noun) }
        }
      }
    }
  }

  private mutating func readAppValues(_ tree: Tree) -> [ProfileValue] {
    var reader = ValueReader(
      substitution: substitution,
      schema: schema,
      isComplete: namesService
    )
    let values = reader.read(tree)
    valueDiagnostics = reader.diagnostics
    settings += reader.settings
    return values
  }

  /// Reads the build configurations that may include the environment.
  private mutating func readAllowIn(_ tree: Tree?) -> [String]? {
    guard let tree, !tree.isNull else { return nil }
    let names = elements(of: tree, "allowIn", expected: "a list of build configurations")
      .enumerated().compactMap { requiredText($1, "allowIn.\($0)") }
    recordSetting("allowIn", names.joined(separator: ", "), at: tree.position)
    return names
  }

  private mutating func readExtends(_ tree: Tree?, _ ancestors: [String]) {
    guard let tree, !tree.isNull else { return }
    guard tree.kind == .string else {
      return report(.wrongType(of: "extends", expected: "a string", found: tree))
    }
    recordSetting("extends", ancestors.joined(separator: " → "), at: tree.position)
  }

  private mutating func readGuard(_ tree: Tree?, whenSilent level: GuardLevel) -> GuardLevel {
    guard let text = text(tree, "guard") else {
      recordSetting("guard", level.rawValue, at: nil)
      return level
    }
    guard let level: GuardLevel = choice(text, "guard", at: tree?.position) else {
      return .protected
    }
    recordSetting("guard", level.rawValue, at: tree?.position)
    return level
  }

  private mutating func readFixtures(_ tree: Tree?) -> [String] {
    guard let tree, !tree.isNull else {
      recordSetting("fixtures", "base", at: nil)
      return ["base"]
    }
    guard tree.kind == .list else {
      report(.wrongType(of: "fixtures", expected: "a list of strings", found: tree))
      return []
    }
    var names: [String] = []
    for (index, element) in tree.children.enumerated() {
      guard let name = requiredText(element, "fixtures.\(index)") else { continue }
      if let problem = NameRule.problem(in: name) {
        report(.invalidSetName(name, problem, at: element.position))
      } else if names.contains(name) {
        report(.duplicateName, "the set \"\(name)\" is listed twice", at: element.position)
      } else if let sets, !sets.contains(name) {
        report(.unknownSet(name, among: sets, at: element.position))
      }
      names.append(name)
    }
    recordSetting("fixtures", names.joined(separator: ", "), at: tree.position)
    return names
  }
}
