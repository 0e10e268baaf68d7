import TaneCore
import TaneProject

/// The providers for the kinds of services that commands support.
enum ServiceRegistry {
  /// The providers of emulators, in the order of the output.
  static let emulators: [any EmulatorProvider] = [
    DatabaseEmulation(), StorageEmulation(), FirestoreEmulation(), AccountEmulation(),
    RemoteConfigEmulation(),
  ]

  /// The kinds of services that other tools' exports can contain.
  static let exported: [any ExportedKind] = [
    ExportedDatabases(), ExportedBuckets(), ExportedDocuments(), ExportedAccounts(),
  ]

  /// The emulators whose data is exported, with their folders; the Storage emulator is last.
  static let exportedEmulators: [(provider: any EmulatorProvider, folder: String)] =
    ServiceKind.treesFirst.compactMap { kind in
      guard let provider = emulators.first(where: { $0.kind == kind }) else { return nil }
      return provider.exportFolder.map { (provider, $0) }
    }
}
