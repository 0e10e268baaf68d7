import TaneCore

/// Rules like those of real services.
enum ExampleRules {
  static let database = {
    var rules = ResourceRules()
    rules.canReadMapsAsLists = true
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
  /// Creates an address from a text; an invalid text becomes the name of a service that does not
  /// exist.
  init(_ text: String) { self = Address(parsing: text) ?? Address(service: text, path: .root) }
}

extension PlanPolicy {
  /// Returns a policy with its addresses and patterns given as text.
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
  /// Returns the difference between the observed and the desired value at an address.
  static func difference(
    at text: String,
    _ rules: ResourceRules,
    _ policy: PlanPolicy = PlanPolicy(),
    found: TreeLiteral,
    desired: TreeLiteral
  ) -> ResourceDifference {
    let address = Address(text)
    let found = rules.canReadMapsAsLists ? Tree(found).storedForm() : Tree(found)
    return ResourceComparison(rules, policy, among: [address])
      .compare(Resource(address, found), with: DesiredResource(address, Tree(desired)))
  }
}

extension ResourceDifference {
  /// The written changes, each as `kind path`.
  var described: [String] { written.described }
}

extension ResourceDifference.Form {
  /// The changes, each as `kind path`.
  var described: [String] { changes.map(\.listed) }
}

extension Plan {
  /// The written addresses as text.
  var places: [String] { addresses.map(\.description) }
}
