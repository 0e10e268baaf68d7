/// A policy of a comparison: its scope, the fixtures' ownership and the ignored nodes.
public struct PlanPolicy: Sendable {
  /// The part of the environment that is compared.
  public var scope: ComparisonScope
  /// The nodes in which only the keys that fixtures list are compared.
  public var own: [Address: Ownership]
  /// The patterns of nodes whose differences are ignored.
  public var ignored: [AddressPattern]

  /// Creates a policy; by default of the whole environment.
  public init(
    scope: ComparisonScope = .init(),
    own: [Address: Ownership] = [:],
    ignored: [AddressPattern] = []
  ) {
    self.scope = scope
    self.own = own
    self.ignored = ignored
  }
}
