import TaneCore

/// Rules as kinds of services have them, with nothing of a service behind them.
enum ExampleRules {
  static let database = {
    var rules = ResourceRules()
    rules.isReadBack = true
    return rules
  }()

  static let document = {
    var rules = ResourceRules(noun: "document")
    rules.options = ComparisonOptions(lists: .asWhole, numbers: .byKind, serverTime: .timestamp)
    rules.isWhole = { $0["__type__"]?.string == "__vector__" }
    return rules
  }()

  static let account = {
    var rules = ResourceRules(noun: "account")
    rules.options = ComparisonOptions(lists: .asWhole)
    rules.unchecked = ["password"]
    return rules
  }()

  static let object = ResourceRules(noun: "object")
}

extension Address {
  /// The address that a text spells; a text that spells none becomes a service that nothing has.
  init(_ text: String) { self = Address(parsing: text) ?? Address(service: text, path: .root) }
}

extension PlanPolicy {
  /// A policy as profiles and commands spell it.
  static func spelled(
    asked: [String] = [],
    listed: [String] = [],
    ignored: [String] = []
  ) -> PlanPolicy {
    PlanPolicy(
      scope: ComparisonScope(asked.map { Address($0) }),
      own: Dictionary(uniqueKeysWithValues: listed.map { (Address($0), .listed) }),
      ignored: ignored.compactMap { AddressPattern(parsing: $0) }
    )
  }
}

extension ResourceComparison {
  /// How what was found at an address differs from what fixtures say.
  static func difference(
    at text: String,
    _ rules: ResourceRules,
    _ policy: PlanPolicy = PlanPolicy(),
    found: TreeLiteral,
    desired: TreeLiteral
  ) -> ResourceDifference {
    let address = Address(text)
    let found = rules.isReadBack ? Tree(found).storedForm() : Tree(found)
    return ResourceComparison(rules, policy, among: [address])
      .compare(Resource(address, found), with: DesiredResource(address, Tree(desired)))
  }
}

extension ResourceDifference {
  /// What is written, as `kind path` lines.
  var described: [String] { written.described }
}

extension ResourceDifference.Form {
  /// What differs, as `kind path` lines.
  var described: [String] { changes.map(\.listed) }
}

extension Plan {
  /// The places that are written.
  var places: [String] { addresses.map(\.description) }
}
