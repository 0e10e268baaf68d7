public import TaneCore

extension PlanPolicy {
  /// What a profile says of who owns what, and of what does not count.
  public init(_ profile: EnvironmentProfile, scope: ComparisonScope = .init()) {
    self.init(scope: scope, own: profile.own, ignored: profile.ignore)
  }
}
