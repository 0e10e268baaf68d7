import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneProject

/// Emulates Firestore, whose part of an export is in a format of its own.
struct FirestoreEmulation: EmulatorProvider {
  let kind = ServiceKind.firestore

  func addStores(of source: EmulatorSource, to stores: inout EnvironmentStores) {
    guard let database = source.profile.documentDatabase else { return }
    let store = source.embedded.documents(Self.storeName(of: database.description, in: source))
    stores.add(store, named: kind.id, as: .firestore)
  }

  func service(of source: EmulatorSource) -> EmulatedService? {
    let service = FirestoreService(now: source.now) {
      source.embedded.documents(Self.storeName(of: $0, in: source))
    }
    return EmulatedService(service: service, grpc: service, project: source.project)
  }

  func names(in source: EmulatorSource) -> [String] {
    let database = source.profile.documentDatabase ?? DocumentDatabaseName(project: source.project)
    return [database.description]
  }

  /// The name of the store of a database, `projects/P/databases/D`: the profile's own, or the database's.
  private static func storeName(of database: String, in source: EmulatorSource) -> String {
    guard database == source.profile.documentDatabase?.description else { return database }
    return source.storeName(of: .firestore) ?? database
  }
}
