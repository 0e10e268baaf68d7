import TaneCore

/// What `firebase.json` and `.firebaserc` of a folder say.
public struct FirebaseSettings: Sendable {
  /// A service of the emulators: where it listens.
  public struct Emulator: Sendable, Hashable {
    /// The host.
    public let host: String
    /// The port.
    public let port: Int
  }

  /// The projects by their aliases.
  public private(set) var aliases: [String: String] = [:]
  /// The emulators by Firebase's names of them: `database`, `firestore`, `auth`, `storage`.
  public private(set) var emulators: [String: Emulator] = [:]
  /// The kinds of service that have settings.
  private(set) var kinds: Set<ServiceKind> = []
  /// The instances of databases that are named by themselves.
  private(set) var databaseInstances: [String] = []
  /// The resources of a project, by the kind's name and the target's: `shops` to `demo-shops`.
  private var targets: [String: [String: [String: String]]] = [:]

  init() {}

  /// Whether all texts are what Firebase takes for them, and nothing else than one line of a profile.
  var isUsable: Bool {
    let resources = targets.values.flatMap { $0.values.flatMap(\.values) }
    let hosts = emulators.values.map(\.host)
    let texts: [String] = Array(aliases.values) + databaseInstances + hosts + resources
    return texts.allSatisfy(SetupEnvironments.isIdentifier)
  }

  /// The resources of a project in a section, by the names of their targets.
  func targets(_ section: String, of project: String) -> [String: String] {
    targets[project]?[section] ?? [:]
  }

  /// Reads `firebase.json`.
  mutating func readSettings(_ tree: Tree) {
    for declaration in ServiceDeclarations.all {
      let section = declaration.firebase.section
      let settings = tree["emulators"]?[section]
      if tree[section] != nil || settings != nil { kinds.insert(declaration.kind) }
      guard let settings, let usual = declaration.firebase.emulatorPort else { continue }
      let host = settings["host"]?.string ?? "127.0.0.1"
      emulators[section] = Emulator(
        host: ["localhost", "0.0.0.0", "::", "::1"].contains(host) ? "127.0.0.1" : host,
        port: settings["port"]?.integer.map(Int.init) ?? usual
      )
    }
    for entry in tree["database"]?.children ?? Tree.null.children {
      if let instance = entry["instance"]?.string { databaseInstances.append(instance) }
    }
  }

  /// Reads `.firebaserc`.
  mutating func readAliases(_ tree: Tree) {
    for child in tree["projects"]?.children ?? Tree.null.children {
      if let key = child.key, let project = child.string { aliases[key] = project }
    }
    for project in tree["targets"]?.children ?? Tree.null.children {
      for kind in project.children {
        for target in kind.children {
          guard let first = target.children.first?.string else { continue }
          targets[project.key ?? "", default: [:]][kind.key ?? "", default: [:]][target.key ?? ""] =
            first
        }
      }
    }
  }
}
