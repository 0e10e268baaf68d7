import TaneCore
import TaneProject

/// Documents of Firestore.
struct DocumentAdapter: ServiceAdapter {
  var kind: ServiceKind { .firestore }

  func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    DocumentObserver(
      store: try readers.reader(.firestore, named: name),
      database: try database(of: context)
    )
  }

  func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter {
    DocumentWriter(
      store: try stores.store(.firestore, named: name),
      database: try database(of: context)
    )
  }

  private func database(of context: AdapterContext) throws -> DocumentDatabaseName {
    guard let name = context.profile.documentDatabase else {
      throw StoreError(.notFound, service: kind.id, "the profile does not say where it is")
    }
    return name
  }
}
