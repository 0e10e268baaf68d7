import TaneCore

/// An adapter for Firebase Authentication accounts.
struct AccountAdapter: ServiceAdapter {
  var key: ServiceKey<any AccountReader, any AccountStore> { .accounts }

  /// Returns rules under which passwords are not compared, since services store only hashes.
  ///
  /// A password is set only if an account has none. Embedded stores verify passwords by hash.
  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules(noun: "account")
    rules.options = ComparisonOptions(lists: .asWhole)
    rules.shown = { AccountFields.shown($0, beside: $1) }
    rules.unchecked = [AccountFields.password]
    rules.verifiesUnchecked = context.profile.services(of: .accounts)
      .allSatisfy(\.location.isEmbedded)
    rules.defaults = AccountFields.defaults
    rules.stage = .named
    rules.uniqueValues = { AccountFields.uniqueValues(of: $0) }
    return rules
  }

  func observer(
    of reader: any AccountReader,
    named name: String,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    AccountObserver(store: reader)
  }

  func writer(
    to store: any AccountStore,
    named name: String,
    _ context: AdapterContext,
    _ contentSource: PlanContentSource
  ) throws -> any ResourceWriter {
    AccountWriter(store: store, contentSource: contentSource)
  }
}
