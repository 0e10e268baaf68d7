import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneProject

/// A provider that emulates services of one kind; `ServiceRegistry.emulators` lists all providers.
protocol EmulatorProvider: Sendable {
  var kind: ServiceKind { get }
  /// The folder of the kind's data in an export, or nil if exports do not contain this kind.
  var exportFolder: String? { get }
  /// The name of the metadata file in that folder, or nil if the folder needs no metadata file.
  var exportMetadataFile: String? { get }

  /// Adds the stores of a profile's services, keyed by the services' names in the profile.
  func addStores(of source: EmulatorSource, to stores: inout EnvironmentStores)
  /// Adds a named store as a service of a profile, for kinds whose services have names.
  func addStore(
    _ name: String,
    of source: EmulatorSource,
    as service: String,
    to stores: inout EnvironmentStores
  )
  /// Returns the emulated services, or nil if there are none.
  func service(of source: EmulatorSource) -> EmulatedService?
  /// Returns the database, bucket or project names that clients must use.
  func names(in source: EmulatorSource) -> [String]
  /// Returns names from `names(in:)` in a human-readable format.
  func formatNames(_ names: [String]) -> String

  /// Exports the kind's data into a new folder.
  ///
  /// - Throws: An `OperationFailure`, with reason `partlyApplied` if only the data named in its
  ///   message was not exported.
  func export(_ service: EmulatedService, to folder: URL) async throws
  /// Finds the kind's files in an export, or returns nil if exports do not contain this kind;
  /// throws an error if a file cannot be used.
  func importedPart(in folder: FilePath, of files: ExportFiles) throws -> (any ImportedPart)?
}

extension EmulatorProvider {
  /// Firebase's name of the kind's emulator, such as `database`.
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

  func formatNames(_ names: [String]) -> String { names.joined(separator: " ") }
  func export(_ service: EmulatedService, to folder: URL) async throws {}
  func importedPart(in folder: FilePath, of files: ExportFiles) throws -> (any ImportedPart)? {
    nil
  }

  static func makeFolder(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}

/// The environment to emulate and its stores.
struct EmulatorSource: Sendable {
  let profile: EnvironmentProfile
  let embedded: EmbeddedEnvironment
  /// The Firebase settings in the project's folder.
  var settings = FirebaseSettings()
  /// The security rules of Realtime Databases by name, or nil if rules are not evaluated.
  var databaseRules: [String: DatabaseRules]?
  /// The other names by which apps reach the services.
  var serviceAliases = ServiceAliases()
  /// The default project of clients: the project in the profile, otherwise in `.firebaserc`,
  /// otherwise a placeholder.
  var project: String {
    profile.project ?? profile.serviceProjects.first ?? settings.aliases[profile.name]
      ?? settings.aliases["default"] ?? profile.fallbackProject
  }
  let now: @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
  /// A closure that receives notices while the services are emulated.
  var report: @Sendable (String) -> Void = { _ in }

  /// The stores of the profile's services, keyed by the services' names in the profile.
  var stores: EnvironmentStores {
    ServiceRegistry.emulators.reduce(into: EnvironmentStores()) {
      $1.addStores(of: self, to: &$0)
    }
  }

  /// The services by kind, which can also be called directly.
  var services: [ServiceKind: EmulatedService] {
    ServiceRegistry.emulators.reduce(into: [:]) { $0[$1.kind] = $1.service(of: self) }
  }

  /// Reports a database, bucket or project that the environment does not have, on its first use.
  func reportUnknown(_ kind: String, named name: String) {
    guard serviceAliases.recordUnknown("\(kind) \(name)") else { return }
    report(
      "note: a client uses the \(kind) \"\(name.escapingControls)\", which is not part of "
        + "\(profile.name); its data is stored separately"
    )
  }

  /// Returns the same services backed by empty stores in memory, for a rehearsal.
  func rehearsalServices() throws -> [ServiceKind: EmulatedService] {
    try EmulatorSource(profile: profile, embedded: .inMemory(), settings: settings).services
  }

  /// Returns true if a client of the given project accesses the profile's own services.
  func isOwnProject(_ project: String) -> Bool {
    project == self.project || project == profile.emulatedProject
      || serviceAliases.projects.contains(project)
  }

  /// Returns the name of the embedded store for the single service of a kind, or nil if the profile
  /// has no embedded service of that kind.
  func storeName(of kind: ServiceKind) -> String? {
    guard case .embedded(let name)? = profile.services(of: kind).first?.location else { return nil }
    return name
  }
}

/// The importable files of one kind of service in an export.
protocol ImportedPart: Sendable {
  /// Returns the names of the exported services or databases, or an empty array if they have no
  /// names.
  func names() throws -> [String]
  /// Imports the files; if `withBytes` is false, as in a rehearsal, imports objects without their
  /// bytes.
  func apply(
    to service: EmulatedService,
    withBytes: Bool,
    _ outcome: inout EmulatorImport.Outcome
  ) async throws
}

extension ImportedPart {
  func names() throws -> [String] { [] }
}
