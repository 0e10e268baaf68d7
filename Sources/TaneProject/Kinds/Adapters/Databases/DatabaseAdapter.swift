import TaneCore

/// An adapter for Realtime Database nodes.
struct DatabaseAdapter: ServiceAdapter {
  var key: ServiceKey<any TreeReader, any TreeStore> { .databases }

  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules()
    rules.canReadMapsAsLists = true
    rules.identity = { [mappings = context.mappings] address in
      mappings.listIdentity(in: address.service, at: address.path)
    }
    return rules
  }

  func observer(
    of reader: any TreeReader,
    named name: String,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    let nodes = reader.userNodes(of: name, in: context.profile)
    return DatabaseObserver(name: name, store: nodes, context: context)
  }

  func writer(
    to store: any TreeStore,
    named name: String,
    _ context: AdapterContext,
    _ contentSource: PlanContentSource
  ) throws -> any ResourceWriter {
    DatabaseWriter(
      name: name,
      store: store.userNodeStore(of: name, in: context.profile),
      known: context.known
    )
  }

  func leaseStore(
    in store: any TreeStore,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeaseStore)? {
    try await DatabaseLeaseStore(in: store, reservedKey: profile.reservedKey)
  }
}
