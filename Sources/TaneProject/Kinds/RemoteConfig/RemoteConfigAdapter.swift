import TaneCore

/// The template of Remote Config, which has one ETag and is published as a whole.
struct RemoteConfigAdapter: ServiceAdapter {
  /// The conditions are one value: their order is what apps go by.
  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules(noun: "template")
    rules.options = ComparisonOptions(lists: .asWhole)
    return rules
  }

  func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    RemoteConfigObserver(store: try readers.reader(.remoteConfig, named: name))
  }

  func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter {
    RemoteConfigWriter(store: try stores.store(.remoteConfig, named: name))
  }
}
