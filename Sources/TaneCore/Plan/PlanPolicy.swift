/// The policy for a comparison: its scope, the fixtures' ownership and the ignored nodes.
package struct PlanPolicy: Sendable {
  /// The part of the environment that is compared.
  package var scope: ComparisonScope
  /// The fixtures' ownership by address; for a `listed` node, only the keys in the fixtures are
  /// compared.
  package var own: [Address: Ownership]
  /// The patterns of nodes whose differences are ignored.
  package var ignored: [AddressPattern]

  /// Creates a policy; by default, it covers the whole environment.
  package init(
    scope: ComparisonScope = .init(),
    own: [Address: Ownership] = [:],
    ignored: [AddressPattern] = []
  ) {
    self.scope = scope
    self.own = own
    self.ignored = ignored
  }
}
