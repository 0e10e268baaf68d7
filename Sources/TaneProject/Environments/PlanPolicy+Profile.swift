package import TaneCore

extension PlanPolicy {
  /// Creates a policy with a profile's ownership and ignore rules.
  package init(_ profile: EnvironmentProfile, scope: ComparisonScope = .init()) {
    self.init(scope: scope, own: profile.own, ignored: profile.ignore)
  }
}
