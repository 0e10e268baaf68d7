import TaneCore

/// An adapter for objects in buckets.
struct ObjectAdapter: ServiceAdapter {
  var key: ServiceKey<any ObjectReader, any ObjectStore> { .buckets }

  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules(noun: "object")
    rules.stage = .named
    return rules
  }

  func observer(
    of reader: any ObjectReader,
    named name: String,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    ObjectObserver(bucket: name, store: reader, state: context.profile.sharedStateAddress)
  }

  func writer(
    to store: any ObjectStore,
    named name: String,
    _ context: AdapterContext,
    _ contentSource: PlanContentSource
  ) throws -> any ResourceWriter {
    let url = context.profile.services.first { $0.name == name }?.url ?? ""
    return ObjectWriter(store: store, service: "\(name) (\(url))", contentSource: contentSource)
  }
}
