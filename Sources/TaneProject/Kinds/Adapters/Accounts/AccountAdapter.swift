import TaneCore

/// Accounts of Firebase Authentication.
struct AccountAdapter: ServiceAdapter {
  /// Passwords are not compared: what a service keeps does not tell them.
  ///
  /// One is set where an account has none.
  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules(noun: "account")
    rules.options = ComparisonOptions(lists: .asWhole)
    rules.shown = { AccountFields.shown($0, beside: $1) }
    rules.unchecked = [AccountFields.password]
    return rules
  }

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
