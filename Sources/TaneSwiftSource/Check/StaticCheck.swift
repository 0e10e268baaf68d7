public import TaneCore
public import TaneMapping

/// Checks data against types that are known from their sources alone.
///
/// Every mismatch is found in one pass, and cites the declaration as well. What the sources do not
/// tell is in the report's `notChecked`.
///
/// ```swift
/// let check = StaticCheck(of: type, in: try SourceIndex(of: files, reader: reader))
/// let report = check.report(on: tree, at: address)
/// ```
public struct StaticCheck: Sendable {
  private let plan: CheckPlan
  private let rules: ReadingRules

  /// Prepares the check of a type; it can be used for any number of values.
  public init(
    of type: TypeReference,
    in index: SourceIndex,
    rules: ReadingRules = ReadingRules()
  ) {
    plan = PlanBuilder.plan(for: type, index: index)
    self.rules = rules
  }

  /// What is not checked, or assumed, whatever the data are: one clause each.
  public var notChecked: [String] { plan.notChecked }

  /// Checks a value as the app reads it back from a node of an environment.
  public func report(on tree: Tree, at address: Address) -> MappingReport {
    var walk = TreeWalk(plan: plan, rules: rules, address: address)
    walk.check(tree, 0)
    return walk.finish()
  }
}
