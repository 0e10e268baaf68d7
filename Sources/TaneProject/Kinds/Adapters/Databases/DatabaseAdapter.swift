import TaneCore

/// Nodes of Realtime Databases.
struct DatabaseAdapter: ServiceAdapter {
  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules()
    rules.isReadBack = true
    rules.identity = { [mappings = context.mappings] address in
      mappings.listIdentity(in: address.service, at: address.path)
    }
    return rules
  }

  func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    DatabaseObserver(
      name: name,
      store: try readers.reader(.databases, named: name),
      context: context
    )
  }

  func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter {
    DatabaseWriter(name: name, store: try stores.store(.databases, named: name))
  }
}
