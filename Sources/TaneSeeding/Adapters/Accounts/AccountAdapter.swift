import TaneCore

/// Accounts of Firebase Authentication.
struct AccountAdapter: ServiceAdapter {
  var kind: ServiceKind { .accounts }

  func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    AccountObserver(store: try readers.reader(.accounts, named: name))
  }

  func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter {
    AccountWriter(store: try stores.store(.accounts, named: name), materials: materials)
  }
}
