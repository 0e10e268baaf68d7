import TaneCore

/// Objects of buckets.
struct ObjectAdapter: ServiceAdapter {
  func rules(_ context: AdapterContext) -> ResourceRules { ResourceRules(noun: "object") }

  func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    ObjectObserver(bucket: name, store: try readers.reader(.buckets, named: name))
  }

  func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter {
    ObjectWriter(
      store: try stores.store(.buckets, named: name),
      materials: materials
    )
  }
}
