import ArgumentParser
import TaneCore
import TaneProject

/// What commands need of all kinds of services: the registry of the executable.
enum ServiceRegistry {
  /// The kinds that types read something of, in the order in which it is told what was not checked.
  static let checked: [any CheckedKind] = [
    CheckedDocuments(), CheckedDatabases(), CheckedRemoteConfig(),
  ]

  /// The providers of emulators, in the order in which they are told.
  static let emulators: [any EmulatorProvider] = [
    DatabaseEmulation(), StorageEmulation(), FirestoreEmulation(), AccountEmulation(),
    RemoteConfigEmulation(),
  ]

  /// The kinds that files and folders of other tools hold.
  static let exported: [any ExportedKind] = [
    ExportedDatabases(), ExportedBuckets(), ExportedDocuments(), ExportedAccounts(),
  ]

  /// The emulators whose part of an export is read and written, objects after everything else.
  static let exportedEmulators: [(provider: any EmulatorProvider, folder: String)] =
    ServiceKind.treesFirst.compactMap { kind in
      guard let provider = emulators.first(where: { $0.kind == kind }) else { return nil }
      return provider.exportFolder.map { (provider, $0) }
    }
}

/// The ports of the emulator, by default those of Firebase's own.
struct EmulatorPorts: ParsableArguments {
  @Option(help: ArgumentHelp("The Realtime Databases' port; 0 is any free one.", valueName: "port"))
  var databasePort = 9000

  @Option(help: ArgumentHelp("The buckets' port.", valueName: "port"))
  var storagePort = 9199

  @Option(help: ArgumentHelp("Firestore's port.", valueName: "port"))
  var firestorePort = 8080

  @Option(help: ArgumentHelp("The accounts' port.", valueName: "port"))
  var authPort = 9099

  @Option(help: ArgumentHelp("Remote Config's port.", valueName: "port"))
  var remoteConfigPort = 9599

  @Option(
    help: ArgumentHelp(
      "Serve the hub as well, which tells scripts where the others are: Firebase's has 4400.",
      valueName: "port"
    )
  )
  var hubPort: Int?

  /// The ports by the kinds that they serve.
  var byKind: [ServiceKind: Int] {
    [
      .databases: databasePort, .buckets: storagePort, .firestore: firestorePort,
      .accounts: authPort, .remoteConfig: remoteConfigPort,
    ]
  }

  func validate() throws {
    for port in byKind.values + [hubPort].compactMap(\.self)
    where !(0...65_535).contains(port) {
      throw ValidationError("\(port) is not a valid port; expected a number from 0 to 65535.")
    }
  }
}
