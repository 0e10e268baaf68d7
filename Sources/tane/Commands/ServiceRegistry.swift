import ArgumentParser
import TaneCore
import TaneProject

/// The providers of the kinds of services that commands support.
enum ServiceRegistry {
  /// The providers of emulators, in the order of the output.
  static let emulators: [any EmulatorProvider] = [
    DatabaseEmulation(), StorageEmulation(), FirestoreEmulation(), AccountEmulation(),
    RemoteConfigEmulation(),
  ]

  /// The kinds of services that exports of other tools can contain.
  static let exported: [any ExportedKind] = [
    ExportedDatabases(), ExportedBuckets(), ExportedDocuments(), ExportedAccounts(),
  ]

  /// The emulators with a part in exports, with objects last.
  static let exportedEmulators: [(provider: any EmulatorProvider, folder: String)] =
    ServiceKind.treesFirst.compactMap { kind in
      guard let provider = emulators.first(where: { $0.kind == kind }) else { return nil }
      return provider.exportFolder.map { (provider, $0) }
    }
}

/// The ports of the emulators; defaults are those in `firebase.json` or Firebase's own.
struct EmulatorPorts: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The Realtime Databases' port; 0 for any free one (default: the one in firebase.json, else "
        + "9000).",
      valueName: "port"
    )
  )
  var databasePort: Int?

  @Option(help: ArgumentHelp("The buckets' port (likewise, else 9199).", valueName: "port"))
  var storagePort: Int?

  @Option(help: ArgumentHelp("Firestore's port (likewise, else 8080).", valueName: "port"))
  var firestorePort: Int?

  @Option(help: ArgumentHelp("The accounts' port (likewise, else 9099).", valueName: "port"))
  var authPort: Int?

  @Option(help: ArgumentHelp("Remote Config's port.", valueName: "port"))
  var remoteConfigPort = 9599

  @Option(
    help: ArgumentHelp(
      "The port of the hub, which lists the others for scripts (likewise, else 4400 if it is "
        + "free).",
      valueName: "port"
    )
  )
  var hubPort: Int?

  private static let valid = 0...65_535

  /// Returns the chosen port of an emulator, or else the usual one.
  func port(of emulator: String, _ settings: FirebaseSettings) -> Int? {
    chosen(emulator, settings) ?? FirebaseSettings.usualPorts[emulator]
  }

  /// Returns the port from an option or else from `firebase.json`, or nil.
  func chosen(_ emulator: String, _ settings: FirebaseSettings) -> Int? {
    options.first { $0.0 == emulator }?.1 ?? settings.emulators[emulator]?.port
  }

  private var options: [(String, Int?)] {
    [
      ("database", databasePort), ("storage", storagePort), ("firestore", firestorePort),
      ("auth", authPort), ("remoteconfig", remoteConfigPort), ("hub", hubPort),
    ]
  }

  func validate() throws {
    for case (_, let port?) in options where !Self.valid.contains(port) {
      throw ValidationError("\(port) is not a valid port; expected a number from 0 to 65535.")
    }
  }

  /// Rejects invalid ports of `firebase.json` that no option overrides.
  func check(_ settings: FirebaseSettings) throws {
    for (name, option) in options where option == nil {
      guard let port = settings.emulators[name]?.port, !Self.valid.contains(port) else { continue }
      throw CommandFailure(
        .failed,
        "firebase.json: the port of emulators.\(name), \(port), is not valid; expected a number from 0 to"
          + " 65535"
      )
    }
  }
}
