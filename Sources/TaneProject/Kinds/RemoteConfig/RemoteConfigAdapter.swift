import TaneCore

/// An adapter for the Remote Config template, which has one ETag and is published as a whole.
struct RemoteConfigAdapter: ServiceAdapter {
  var key: ServiceKey<any RemoteConfigReader, any RemoteConfigStore> { .remoteConfig }

  /// Returns rules under which the conditions are a single value, since their order matters.
  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules(noun: "template")
    rules.options = ComparisonOptions(lists: .asWhole)
    rules.stage = .configuration
    rules.alternatives = ["value", "inAppDefault", "managed"]
    // The type determines how a value is checked.
    rules.joined = rules.alternatives.union(["type"])
    return rules
  }

  func observer(
    of reader: any RemoteConfigReader,
    named name: String,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    RemoteConfigObserver(store: reader)
  }

  func writer(
    to store: any RemoteConfigStore,
    named name: String,
    _ context: AdapterContext,
    _ contentSource: PlanContentSource
  ) throws -> any ResourceWriter {
    RemoteConfigWriter(store: store)
  }
}
