import TaneCore

/// Reads the settings of one profile out of its merged tree.
///
/// A null counts as not said, and so does an empty text of a setting that may be left out.
struct ProfileReader: SettingsReading {
  /// The keys of a profile, in the order in which they are shown.
  static let keys = [
    "extends", "project", "guard", "fixtures", "databases", "buckets", "firestore", "accounts",
    "credentials", "limits", "own", "ignore",
  ]

  let substitution: VariableSubstitution
  /// The fixture sets that there are; nil where that is not known.
  let sets: [String]?
  /// Whether other profiles extend this one, so that it may leave things to them.
  let isExtended: Bool
  /// Whether the profile says where any service is, be it rightly or wrongly.
  private(set) var namesService = false
  var diagnostics: [Diagnostic] = []
  var settings: [ResolvedSetting] = []

  /// The profile that a tree describes; only what `diagnostics` holds no error about can be used.
  mutating func read(
    _ tree: Tree,
    of file: ProfileFile,
    extends ancestors: [String]
  ) -> EnvironmentProfile {
    diagnostics += Diagnostic.unknownKeys(in: tree, known: Self.keys)
    readExtends(tree["extends"], ancestors)
    namesService = Self.namesService(tree)
    let services = readServices(tree)
    let guardLevel = readGuard(tree["guard"], whenSilent: services.areEmbedded ? .open : .confirm)
    return EnvironmentProfile(
      name: file.name,
      file: file.file,
      extends: ancestors,
      project: optionalText(tree["project"], "project"),
      guardLevel: guardLevel,
      fixtures: readFixtures(tree["fixtures"]),
      databases: services.databases,
      buckets: services.buckets,
      firestore: services.firestore,
      accounts: services.accounts,
      credentials: readCredentials(tree["credentials"]),
      limits: readLimits(tree["limits"]),
      own: readOwn(
        tree["own"],
        databases: Self.treeServices(of: tree),
        buckets: tree["buckets"]?.children.compactMap(\.key) ?? []
      ),
      ignore: readIgnored(
        tree["ignore"],
        databases: Self.treeServices(of: tree),
        buckets: tree["buckets"]?.children.compactMap(\.key) ?? []
      ),
      settings: orderedSettings
    )
  }

  private struct Services {
    let databases: [DatabaseProfile]
    let buckets: [BucketProfile]
    let firestore: FirestoreProfile?
    let accounts: AccountsProfile?

    var areEmbedded: Bool {
      (databases.map(\.url) + buckets.map(\.url)).allSatisfy(\.isEmbedded)
        && firestore?.url.isEmbedded != false && accounts?.url.isEmbedded != false
    }
  }

  private mutating func readServices(_ tree: Tree) -> Services {
    let databases = readDatabases(tree["databases"])
    let buckets = readBuckets(tree["buckets"], besides: databases)
    reportSharedURLs(databases.map { ($0.name, $0.url, $0.position) }, "databases")
    reportSharedURLs(buckets.map { ($0.name, $0.url, $0.position) }, "buckets")
    return Services(
      databases: databases,
      buckets: buckets,
      firestore: readFirestore(tree["firestore"]),
      accounts: readAccounts(tree["accounts"])
    )
  }

  /// The settings in the order of the profile's keys, those of one key as they were read.
  private var orderedSettings: [ResolvedSetting] {
    Self.keys.flatMap { key in
      settings.filter { $0.keyPath == key || $0.keyPath.hasPrefix("\(key).") }
    }
  }

  private static func namesService(_ tree: Tree) -> Bool {
    let services = ["databases", "buckets"].compactMap { tree[$0] }
    return services.contains { $0.children.contains { $0.kind != .map || $0["url"] != nil } }
      || ["firestore", "accounts"].contains { tree[$0].map { !$0.isNull } ?? false }
  }

  /// The names of the services whose nodes have addresses: databases, Firestore and the accounts.
  private static func treeServices(of tree: Tree) -> [String] {
    let databases = tree["databases"]?.children.compactMap(\.key) ?? []
    return databases
      + [Address.firestore, Address.accounts].filter { tree[$0].map { !$0.isNull } ?? false }
  }

  private mutating func readExtends(_ tree: Tree?, _ ancestors: [String]) {
    guard let tree, !tree.isNull else { return }
    guard tree.kind == .string else {
      return report(.wrongType(of: "extends", expected: "a string", found: tree))
    }
    show("extends", ancestors.joined(separator: " → "), at: tree.position)
  }

  private mutating func readGuard(_ tree: Tree?, whenSilent level: GuardLevel) -> GuardLevel {
    guard let text = text(tree, "guard") else {
      show("guard", level.rawValue, at: nil)
      return level
    }
    guard let level: GuardLevel = choice(text, "guard", at: tree?.position) else {
      return .protected
    }
    show("guard", level.rawValue, at: tree?.position)
    return level
  }

  private mutating func readFixtures(_ tree: Tree?) -> [String] {
    guard let tree, !tree.isNull else {
      show("fixtures", "base", at: nil)
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
        report(.illegalSet(name, problem, at: element.position))
      } else if names.contains(name) {
        report(.duplicateName, "the set \"\(name)\" is listed twice", at: element.position)
      } else if let sets, !sets.contains(name) {
        report(.unknownSet(name, among: sets, at: element.position))
      }
      names.append(name)
    }
    show("fixtures", names.joined(separator: ", "), at: tree.position)
    return names
  }
}
