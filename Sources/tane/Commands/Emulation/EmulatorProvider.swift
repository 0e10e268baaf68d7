import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneProject

/// How the services of a kind are emulated: one provider a kind, all in `ServiceRegistry.emulators`.
protocol EmulatorProvider: Sendable {
  /// The kind.
  var kind: ServiceKind { get }
  /// The folder of the kind's part of an export; nil where that is neither read nor written.
  var exportFolder: String? { get }
  /// The file of that part that importers are given, if there is one.
  var exportMetadataFile: String? { get }

  /// Adds the stores of a profile's services, by the profile's names.
  func addStores(of source: EmulatorSource, to stores: inout EnvironmentStores)
  /// Adds the store of a name as a service of a profile, of the kinds whose services have names.
  func addStore(
    _ name: String,
    of source: EmulatorSource,
    as service: String,
    to stores: inout EnvironmentStores
  )
  /// The services as they are served; nil where none is.
  func service(of source: EmulatorSource) -> EmulatedService?
  /// What clients have to name to be served.
  func names(in source: EmulatorSource) -> [String]
  /// The same for people.
  func shown(_ names: [String]) -> String

  /// Writes the kind's part of an export into a folder that is not there yet; throws a `CommandFailure` of status
  /// `partlyApplied` where the part is complete but for what it names.
  func export(_ service: EmulatedService, to folder: URL) async throws
  /// Finds the files of the kind's part of an export; throws where one cannot be used.
  func importedPart(in folder: FilePath, of files: ExportFiles) throws -> (any ImportedPart)?
}

extension EmulatorProvider {
  /// The name that Firebase's own emulator has: `database`.
  var name: String { kind.firebaseName }
  var exportFolder: String? { nil }
  var exportMetadataFile: String? { nil }

  func addStores(of source: EmulatorSource, to stores: inout EnvironmentStores) {
    for service in source.profile.services(of: kind) {
      addStore(service.instanceName, of: source, as: service.name, to: &stores)
    }
  }

  func addStore(
    _ name: String,
    of source: EmulatorSource,
    as service: String,
    to stores: inout EnvironmentStores
  ) {}

  func shown(_ names: [String]) -> String { names.joined(separator: " ") }
  func export(_ service: EmulatedService, to folder: URL) async throws {}
  func importedPart(in folder: FilePath, of files: ExportFiles) throws -> (any ImportedPart)? {
    nil
  }

  static func save(_ literal: TreeLiteral, to file: URL) throws {
    try EmulatorExport.save(literal, to: file)
  }

  static func makeFolder(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}

/// What is served: an environment and the stores that stand for it.
struct EmulatorSource: Sendable {
  let profile: EnvironmentProfile
  let embedded: EmbeddedEnvironment
  /// What the project's folder says of Firebase.
  var settings = FirebaseSettings()
  /// The project of clients that name none: the profile's, else that of `.firebaserc`.
  var project: String {
    profile.project ?? profile.serviceProjects.first ?? settings.aliases[profile.name]
      ?? settings.aliases["default"] ?? profile.standInProject
  }
  let now: @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
  /// Tells the developer something while the services are served.
  var report: @Sendable (String) -> Void = { _ in }

  /// Whether a client that names a project means the profile's own services.
  func isOwn(_ project: String) -> Bool {
    project == self.project || project == profile.emulatedProject
  }

  /// The name of the embedded store that the profile gives the one service of a kind.
  func storeName(of kind: ServiceKind) -> String? {
    guard case .embedded(let name)? = profile.services(of: kind).first?.location else { return nil }
    return name
  }
}

/// The files of a part of an export, to be taken over.
protocol ImportedPart: Sendable {
  /// The names of the services, or of the databases, that the part holds; none where it holds one.
  func names() throws -> [String]
  /// Takes the files over; without the bytes of objects where that is only tried.
  func apply(
    to service: EmulatedService,
    withBytes: Bool,
    _ outcome: inout EmulatorImport.Outcome
  ) async throws
}

extension ImportedPart {
  func names() throws -> [String] { [] }
}
