public import SystemPackage
import TaneCore
import TaneFormats

/// The settings in a folder's `firebase.json` and `.firebaserc`.
public struct FirebaseSettings: Sendable {
  /// A service of the emulators: where it listens.
  public struct Emulator: Sendable, Hashable {
    /// The host.
    public let host: String
    /// The port; nil where the settings leave it to Firebase.
    public let port: Int?
  }

  /// The names of the two files.
  static let (settingsFile, aliasesFile) = ("firebase.json", ".firebaserc")
  private static let maximumBytes = 1 << 20
  /// The ports of Firebase's emulators, by their names.
  public static let usualPorts: [String: Int] = ServiceDeclarations.all.reduce(into: ["hub": 4400])
  {
    $0[$1.firebase.section] = $1.firebase.emulatorPort
  }

  /// The projects by their aliases.
  public private(set) var aliases: [String: String] = [:]
  /// The emulators by Firebase's names of them: `database`, `firestore`, `auth`, `storage`, `hub`.
  public private(set) var emulators: [String: Emulator] = [:]
  /// The kinds of service that have settings.
  private(set) var kinds: Set<ServiceKind> = []
  /// The instances of databases that are named by themselves.
  private(set) var databaseInstances: [String] = []
  /// The resources of a project, by the kind's name and the target's: `shops` to `demo-shops`.
  private var targets: [String: [String: [String: String]]] = [:]

  /// Creates the settings of a folder that has neither file.
  public init() {}

  /// Reads the files that lie in a folder itself.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - files: Where it is.
  ///   - report: Hears of a file that cannot be used, by its name.
  public init(in folder: FilePath, files: any ProjectFiles, report: (String) -> Void) {
    for name in [Self.settingsFile, Self.aliasesFile] {
      let path = folder.appending(name)
      guard (try? files.kind(of: path)) != nil else { continue }
      let count = (try? files.byteCount(of: path)) ?? .max
      let bytes = count <= Self.maximumBytes ? (try? files.bytes(of: path)) ?? nil : nil
      if bytes.map({ read($0, named: name) }) != true { report(name) }
    }
  }

  /// Takes over one of the two files; false where it cannot be used.
  mutating func read(_ bytes: [UInt8], named path: String) -> Bool {
    guard let tree = JSONReader().read(bytes, named: path).tree else { return false }
    var read = self
    if path.hasSuffix(Self.aliasesFile) { read.readAliases(tree) } else { read.readSettings(tree) }
    guard read.isUsable else { return false }
    self = read
    return true
  }

  /// The port of an emulator, as the settings say or as is usual; nil where the settings do not name it.
  public func port(of emulator: String) -> Int? {
    emulators[emulator].flatMap { $0.port ?? Self.usualPorts[emulator] }
  }

  /// A Boolean value indicating whether all texts are valid for Firebase and safe on one line of a
  /// profile.
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
  private mutating func readSettings(_ tree: Tree) {
    for declaration in ServiceDeclarations.all {
      let section = declaration.firebase.section
      let isSet = tree[section] != nil || tree["emulators"]?[section] != nil
      if isSet { kinds.insert(declaration.kind) }
    }
    for name in Self.usualPorts.keys {
      guard let settings = tree["emulators"]?[name] else { continue }
      let host = settings["host"]?.string ?? "127.0.0.1"
      emulators[name] = Emulator(
        host: ["localhost", "0.0.0.0", "::", "::1"].contains(host) ? "127.0.0.1" : host,
        port: settings["port"]?.integer.map(Int.init)
      )
    }
    for entry in tree["database"]?.children ?? Tree.null.children {
      if let instance = entry["instance"]?.string { databaseInstances.append(instance) }
    }
  }

  /// Reads `.firebaserc`.
  private mutating func readAliases(_ tree: Tree) {
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
