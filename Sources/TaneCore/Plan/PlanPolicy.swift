/// What is asked of a comparison, and what of an environment fixtures own.
public struct PlanPolicy: Sendable {
  /// The part of the environment that is asked for.
  public var scope: ComparisonScope
  /// The nodes of which only the keys that fixtures list are compared.
  public var own: [Address: Ownership]
  /// What differs there does not count.
  public var ignored: [AddressPattern]

  /// Creates a policy; by default of everything.
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
