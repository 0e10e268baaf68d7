public import SystemPackage
public import TaneCore
import TaneFormats

/// The folder of an app, and what it has to say of Firebase.
public struct AppFolder: Sendable {
  /// The files of Firebase that the app has.
  public private(set) var apps: [FirebaseApp] = []
  /// What `firebase.json` and `.firebaserc` say.
  public private(set) var settings = FirebaseSettings()
  /// Those of the two that there are.
  public private(set) var settingsFiles: [String] = []
  /// Files that have the name of one of Firebase's, and cannot be used.
  public private(set) var unusable: [String] = []
  /// The number of Swift files.
  public private(set) var swiftFileCount = 0
  /// The kinds of service that Swift files import.
  private(set) var importedKinds: Set<ServiceKind> = []
  /// The names of the build configurations of Xcode's projects.
  private(set) var configurations: Set<String> = []
  /// The texts of Xcode's configuration files by their names: `Staging` of `Staging.xcconfig`.
  private(set) var configurationTexts: [String: String] = [:]
  /// The folders of Swift files that can decode data.
  private var modelFolders: [[String]] = []

  private static let maximumBytes = 1 << 20
  private static let maximumDepth = 10

  private let files: any ProjectFiles
  private let root: FilePath

  /// Reads a folder and those below it.
  ///
  /// - Throws: A `FileError` where the folder itself cannot be read.
  public init(_ root: FilePath, files: any ProjectFiles = DiskFiles()) throws {
    (self.root, self.files) = (root, files)
    guard try files.entries(of: root) != nil else { throw FileError("no such folder") }
    read([])
    apps.sort { $0.file < $1.file }
  }

  /// The kinds of service that the app uses, by its imports and by what the files of Firebase say.
  public var kinds: Set<ServiceKind> {
    let used = importedKinds.union(settings.kinds)
    if !used.isEmpty { return used }
    guard !apps.isEmpty else { return [] }
    let stated = Set(apps.flatMap(\.kinds))
    return stated.contains(.databases) ? stated : stated.union([.firestore])
  }

  /// The folders that hold the app's models, none within another one: `App/Models`.
  public var sources: [String] {
    Dictionary(grouping: modelFolders) { $0.first ?? "." }.values.map { folders in
      var common = folders[0]
      for folder in folders {
        common = Array(zip(common, folder).prefix { $0 == $1 }.map(\.0))
      }
      return common.isEmpty ? "." : common.joined(separator: "/")
    }.sorted()
  }

  // MARK: Reading

  private mutating func read(_ folder: [String]) {
    let place = folder.reduce(root) { $0.appending($1) }
    for entry in (try? files.entries(of: place)) ?? [] {
      let name = entry.name.string
      switch entry.kind {
      case .folder:
        guard folder.count < Self.maximumDepth, name != Project.environments,
          GoogleServiceInfo.isSearched(name) || name.hasSuffix(".xcodeproj")
        else { continue }
        read(folder + [name])
      case .file: read(name, in: folder)
      default: continue
      }
    }
  }

  private mutating func read(_ name: String, in folder: [String]) {
    let path = (folder + [name]).joined(separator: "/")
    switch true {
    case FirebaseApp.isNamed(name):
      guard let bytes = bytes(of: path) else { return }
      guard let app = FirebaseApp(bytes, file: path) else { return unusable.append(path) }
      apps.append(app)
    case name == FirebaseSettings.settingsFile, name == FirebaseSettings.aliasesFile:
      guard let bytes = bytes(of: path) else { return }
      guard settings.read(bytes, named: path) else { return unusable.append(path) }
      settingsFiles.append(path)
    case name.hasSuffix(".swift"):
      readSwift(path, in: folder)
    case name.hasSuffix(".xcconfig"):
      configurationTexts[TreeFormat.stem(of: name)] = text(of: path)
    case name == "project.pbxproj":
      readXcodeProject(text(of: path))
    default: return
    }
  }

  private mutating func readSwift(_ path: String, in folder: [String]) {
    swiftFileCount += 1
    let text = text(of: path)
    for declaration in ServiceDeclarations.all
    where text.contains("import \(declaration.firebase.library)") {
      importedKinds.insert(declaration.kind)
    }
    let isTest = folder.contains { $0.hasSuffix("Tests") }
    if !isTest, text.contains("Codable") || text.contains("Decodable") {
      modelFolders.append(folder)
    }
  }

  /// Of a project of Xcode, read as text, the names of its configurations count.
  private mutating func readXcodeProject(_ text: String) {
    let sections = text.split(separator: "isa = XCBuildConfiguration;").dropFirst()
    for section in sections {
      let lines = section.split(separator: "\n")
      guard let line = lines.first(where: { $0.contains("name = ") }) else { continue }
      let name = line.split(separator: "=").last?.filter { !" ;\"\t".contains($0) } ?? ""
      configurations.insert(name)
    }
  }

  private func bytes(of path: String) -> [UInt8]? {
    let path = root.pushing(FilePath(path))
    guard let count = try? files.byteCount(of: path), count <= Self.maximumBytes else { return nil }
    return (try? files.bytes(of: path)) ?? nil
  }

  private func text(of path: String) -> String {
    bytes(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
