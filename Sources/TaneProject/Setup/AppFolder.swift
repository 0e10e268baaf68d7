package import SystemPackage
package import TaneCore
import TaneFormats

/// The folder of an app, with its Firebase configuration.
package struct AppFolder: Sendable {
  /// A file or folder with a relevant name that was skipped.
  package struct SkippedPath: Sendable, Hashable {
    package let path: String
    /// The reason in words, without a full stop.
    package let reason: String
  }

  /// The Firebase configuration files of the app.
  package private(set) var apps: [FirebaseAppSettings] = []
  /// The settings from `firebase.json` and `.firebaserc`.
  package private(set) var settings = FirebaseSettings()
  /// The paths of the `firebase.json` and `.firebaserc` files that were read.
  package private(set) var settingsFiles: [String] = []
  /// The files and folders that were skipped, such as links.
  package private(set) var skipped: [SkippedPath] = []
  /// The number of Swift files.
  package private(set) var swiftFileCount = 0
  /// The kinds of services whose libraries Swift files import.
  private(set) var importedKinds: Set<ServiceKind> = []
  /// The names of the build configurations of Xcode projects.
  private(set) var configurations: Set<String> = []
  /// The contents of Xcode's configuration files by name: `Staging` for `Staging.xcconfig`.
  private(set) var configurationTexts: [String: String] = [:]
  /// The services named in literals of the app's Swift code, and the types that it decodes.
  private(set) var code = AppCode()
  /// The Swift files that may refer to services.
  private var sourceFiles: [AppSource] = []
  /// The folders of Swift files with decodable types.
  private var modelFolders: [[String]] = []

  private static let maximumBytes = 1 << 20
  private static let maximumDepth = 10

  private let files: any ProjectFiles
  private let root: FilePath

  /// Reads a folder recursively.
  ///
  /// - Throws: A `FileError` if the folder itself cannot be read.
  package init(_ root: FilePath, files: any ProjectFiles = DiskFiles()) throws {
    (self.root, self.files) = (root, files)
    guard try files.entries(of: root) != nil else { throw FileError("no such folder") }
    read([])
    apps.sort { $0.file < $1.file }
    code = AppCode(of: sourceFiles)
    sourceFiles = []
  }

  /// The projects in the app's Firebase configuration and in the aliases of `.firebaserc`.
  var projects: Set<String> { Set(apps.map(\.project) + settings.aliases.values) }

  /// The kinds of services that the app uses, according to its imports and its Firebase
  /// configuration.
  package var kinds: Set<ServiceKind> {
    let used = importedKinds.union(settings.kinds)
    if !used.isEmpty { return used }
    guard !apps.isEmpty else { return [] }
    let stated = Set(apps.flatMap(\.kinds))
    return stated.contains(.databases) ? stated : stated.union([.firestore])
  }

  /// The folders of the app's models, one for each top-level folder with models: `App/Models`.
  package var sources: [String] {
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
    let entries: [FileEntry]
    do {
      entries = try files.entries(of: place) ?? []
    } catch {
      return skip(folder.joined(separator: "/"), error.reason)
    }
    for entry in entries {
      let name = entry.name
      let path = folder + [name]
      switch entry.kind {
      case .folder where folder.count < Self.maximumDepth && shouldSearch(name): read(path)
      case .file: read(name, in: folder)
      case .link
      where Self.shouldRead(name) || shouldSearch(name) && isFolder(place.appending(name)):
        skip(path.joined(separator: "/"), "it is a link")
      case .other where Self.shouldRead(name):
        skip(path.joined(separator: "/"), "it is neither a file nor a folder")
      default: continue
      }
    }
  }

  private func shouldSearch(_ name: String) -> Bool {
    name != Project.environments
      && (Project.shouldSearch(name) || name.hasSuffix(".xcodeproj"))
  }

  private func isFolder(_ path: FilePath) -> Bool {
    (try? files.kind(of: path)) == .folder
  }

  /// Returns true if files with the name are read.
  private static func shouldRead(_ name: String) -> Bool {
    FirebaseAppSettings.isFileName(name) || name.hasSuffix(".swift") || name.hasSuffix(".xcconfig")
      || [FirebaseSettings.settingsFile, FirebaseSettings.aliasesFile, "project.pbxproj"]
        .contains(name)
  }

  private mutating func skip(_ path: String, _ reason: String) {
    skipped.append(SkippedPath(path: path, reason: reason))
  }

  private mutating func read(_ name: String, in folder: [String]) {
    guard Self.shouldRead(name) else { return }
    let path = (folder + [name]).joined(separator: "/")
    guard let bytes = bytes(of: path) else { return }
    let text = { String(decoding: bytes, as: UTF8.self) }
    switch true {
    case FirebaseAppSettings.isFileName(name):
      guard let app = FirebaseAppSettings(bytes, file: path) else {
        return skip(path, "it is not a Firebase file that contains a project ID")
      }
      apps.append(app)
    case name.hasSuffix(".swift"): readSwift(text(), path, in: folder)
    case name.hasSuffix(".xcconfig"): configurationTexts[TreeFormat.stem(of: name)] = text()
    case name == "project.pbxproj": readXcodeProject(text())
    default:
      guard settings.read(bytes, named: path) else {
        return skip(path, "it is not JSON, or contains an invalid project or host")
      }
      settingsFiles.append(path)
    }
  }

  private mutating func readSwift(_ text: String, _ path: String, in folder: [String]) {
    swiftFileCount += 1
    for declaration in ServiceDeclarations.all
    where text.contains("import \(declaration.firebase.library)") {
      importedKinds.insert(declaration.kind)
    }
    let isTest = folder.contains { $0.hasSuffix("Tests") }
    guard !isTest else { return }
    let isModel = text.contains("Codable") || text.contains("Decodable")
    if isModel { modelFolders.append(folder) }
    if isModel || ["Firestore", "Database", "firebase", "gs://"].contains(where: text.contains) {
      sourceFiles.append(AppSource(text, path: path))
    }
  }

  /// Collects the names of the configurations in an Xcode project, which is read as text.
  private mutating func readXcodeProject(_ text: String) {
    let sections = text.split(separator: "isa = XCBuildConfiguration;").dropFirst()
    for section in sections {
      let lines = section.split(separator: "\n")
      guard let line = lines.first(where: { $0.contains("name = ") }) else { continue }
      let name = line.split(separator: "=").last?.filter { !" ;\"\t".contains($0) } ?? ""
      configurations.insert(name)
    }
  }

  private mutating func bytes(of path: String) -> [UInt8]? {
    let place = root.pushing(FilePath(path))
    do {
      let count = try files.byteCount(of: place) ?? 0
      if count <= Self.maximumBytes { return try files.bytes(of: place) }
      skip(path, "it is larger than 1 MiB")
    } catch {
      skip(path, error.reason)
    }
    return nil
  }
}
