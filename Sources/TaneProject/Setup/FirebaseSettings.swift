package import SystemPackage
import TaneCore
import TaneFormats

/// The settings in a folder's `firebase.json` and `.firebaserc`.
package struct FirebaseSettings: Sendable {
  /// The address of an emulator.
  package struct Emulator: Sendable, Hashable {
    package let host: String
    /// The port, or nil for Firebase's default.
    package let port: Int?
  }

  /// A file with the security rules of Realtime Databases.
  private struct DatabaseRulesFile {
    let path: String
    /// The database instance, or nil if the file is for a target or for all databases.
    let instance: String?
    let target: String?
  }

  /// The names of the files with the settings and with the aliases of projects.
  static let (settingsFile, aliasesFile) = ("firebase.json", ".firebaserc")
  private static let maximumBytes = 1 << 20
  /// The default ports of the Firebase emulators, by name.
  package static let defaultPorts: [String: Int] = ServiceDeclarations.all.reduce(into: [
    "hub": 4400
  ]) {
    $0[$1.firebase.section] = $1.firebase.emulatorPort
  }

  /// The projects by alias.
  package private(set) var aliases: [String: String] = [:]
  /// The emulators by Firebase's name: `database`, `firestore`, `auth`, `storage`, `hub`.
  package private(set) var emulators: [String: Emulator] = [:]
  /// The paths of files with security rules, by Firestore database.
  private var firestoreRules: [String: String] = [:]
  /// The files with the security rules of Realtime Databases.
  private var databaseRules: [DatabaseRulesFile] = []
  private(set) var kinds: Set<ServiceKind> = []
  /// The database instances that `firebase.json` names directly instead of by a target.
  private(set) var databaseInstances: [String] = []
  /// The names of resources by project, section and target: `demo-shops` for the target `shops`.
  private var targets: [String: [String: [String: String]]] = [:]

  /// Creates empty settings, as for a folder without `firebase.json` and `.firebaserc`.
  package init() {}

  /// Reads the files in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - files: The file system of the folder.
  ///   - report: A closure that is called with the name of each file that cannot be used.
  package init(in folder: FilePath, files: any ProjectFiles, report: (String) -> Void) {
    for name in [Self.settingsFile, Self.aliasesFile] {
      let path = folder.appending(name)
      guard (try? files.kind(of: path)) != nil else { continue }
      let count = (try? files.byteCount(of: path)) ?? .max
      let bytes = count <= Self.maximumBytes ? (try? files.bytes(of: path)) ?? nil : nil
      if bytes.map({ read($0, named: name) }) != true { report(name) }
    }
  }

  /// Reads `firebase.json` or `.firebaserc` and returns true, or returns false if the file is
  /// invalid.
  mutating func read(_ bytes: [UInt8], named path: String) -> Bool {
    guard let tree = JSONReader().read(bytes, named: path).tree else { return false }
    var read = self
    if path.hasSuffix(Self.aliasesFile) { read.readAliases(tree) } else { read.readSettings(tree) }
    guard read.isUsable else { return false }
    self = read
    return true
  }

  /// Returns the configured or default port of an emulator, or nil if the settings do not contain
  /// the emulator.
  package func port(of emulator: String) -> Int? {
    emulators[emulator].flatMap { $0.port ?? Self.defaultPorts[emulator] }
  }

  /// Returns the path of the file with the security rules of a Firestore database, relative to the
  /// folder, or nil if `firebase.json` names no such file.
  package func firestoreRules(of database: String) -> String? { firestoreRules[database] }

  /// Returns the path of the file with the security rules of a Realtime Database, relative to the
  /// folder, or nil if `firebase.json` names no such file.
  ///
  /// An embedded database is identified by the name of its target.
  package func databaseRules(of instance: String, in project: String) -> String? {
    databaseRules.first { file in
      if let name = file.instance { return name == instance }
      guard let target = file.target else { return true }
      return target == instance || targets("database", of: project)[target] == instance
    }?.path
  }

  /// A Boolean value indicating whether all strings are valid for Firebase and safe on one line of
  /// a profile.
  var isUsable: Bool {
    let resources = targets.values.flatMap { $0.values.flatMap(\.values) }
    let hosts = emulators.values.map(\.host)
    let texts: [String] = Array(aliases.values) + databaseInstances + hosts + resources
    return texts.allSatisfy(SetupEnvironments.isIdentifier)
  }

  /// Returns the names of a project's resources in a section, by target.
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
    for name in Self.defaultPorts.keys {
      guard let settings = tree["emulators"]?[name] else { continue }
      let host = settings["host"]?.string ?? "127.0.0.1"
      emulators[name] = Emulator(
        host: ["localhost", "0.0.0.0", "::", "::1"].contains(host) ? "127.0.0.1" : host,
        port: settings["port"]?.integer.map(Int.init)
      )
    }
    let firestore = tree["firestore"] ?? .null
    for entry in firestore.kind == .list ? Array(firestore.children) : [firestore] {
      guard let rules = entry["rules"]?.string else { continue }
      firestoreRules[entry["database"]?.string ?? "(default)"] = rules
    }
    let database = tree["database"] ?? .null
    for entry in database.kind == .list ? Array(database.children) : [database] {
      let (instance, target) = (entry["instance"]?.string, entry["target"]?.string)
      if let instance { databaseInstances.append(instance) }
      guard let path = entry["rules"]?.string else { continue }
      databaseRules.append(DatabaseRulesFile(path: path, instance: instance, target: target))
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
