package import SystemPackage
import TaneKit
import TaneProject

/// A Firestore emulator.
package enum FirestoreEngine: String, Sendable, CaseIterable {
  /// Tane's own emulator.
  case tane
  /// Google's emulator, which evaluates security rules and needs Java.
  case google
}

/// The evaluation of security rules by Tane's emulators.
package enum RulesEvaluationMode: String, Sendable, CaseIterable {
  /// The security rules of Realtime Databases are evaluated.
  case on
  /// Anyone can read and write everything.
  case off
}

/// The options of an emulator.
package struct EmulateOptions: Sendable {
  /// The valid ports; 0 selects any free port.
  package static let validPorts = 0...65_535

  /// The ports set by options, keyed by Firebase's emulator names; other emulators use the ports in
  /// `firebase.json` or Firebase's defaults.
  package var ports: [String: Int] = [:]
  /// The address to bind, or nil to accept only connections from this machine.
  package var host: String?
  /// The host names that are accepted in requests, in addition to the bound address.
  package var allowedHosts: [String] = []
  /// The origins of web pages that may send requests, in addition to the origins of this machine.
  package var allowedOrigins: [String] = []
  /// A Boolean value indicating whether the fixtures are seeded before the services start.
  package var seeds = false
  /// A Boolean value indicating whether all data is stored only in memory.
  package var isInMemory = false
  /// The folder of an export to import at the start.
  package var importFolder: FilePath?
  /// The folder to export to on exit.
  package var exportFolder: FilePath?
  /// The emulator that responds to Firestore requests.
  package var firestoreEngine = FirestoreEngine.tane
  /// The evaluation of security rules.
  package var rules = RulesEvaluationMode.off
  /// A Boolean value indicating whether every request is reported.
  package var logsRequests = false
  /// The version of the program, for exports and the hub.
  let version: String

  package init(version: String) { self.version = version }

  /// Returns the chosen port of an emulator, or Firebase's default port; nil if there is neither.
  func port(of emulator: String, _ settings: FirebaseSettings) -> Int? {
    chosen(emulator, settings) ?? FirebaseSettings.defaultPorts[emulator]
  }

  /// Returns the port from an option, otherwise from `firebase.json`, or nil if neither sets it.
  func chosen(_ emulator: String, _ settings: FirebaseSettings) -> Int? {
    ports[emulator] ?? settings.emulators[emulator]?.port
  }

  /// Rejects invalid ports in `firebase.json` that no option overrides.
  func check(_ settings: FirebaseSettings) throws {
    for name in ServiceRegistry.emulators.map(\.name) + ["hub"] where ports[name] == nil {
      guard let port = settings.emulators[name]?.port, !Self.validPorts.contains(port) else {
        continue
      }
      throw OperationFailure(
        .failed,
        "firebase.json: the port of emulators.\(name), \(port), is not valid; expected a number from 0 to"
          + " 65535"
      )
    }
  }
}
