public import TaneCore
public import TaneMapping

/// A check of data against Swift types, based on their source text without compiling it.
///
/// All mismatches are found in one pass, each with the position of the declaration that it
/// violates. The report's `notChecked` lists the checks that are skipped because the sources do not
/// show enough.
///
/// ```swift
/// let check = StaticCheck(of: type, in: try SourceIndex(of: files, reader: reader))
/// let report = check.report(on: tree, at: address)
/// ```
public struct StaticCheck: Sendable {
  private let plan: CheckPlan
  private let rules: ReadingRules

  /// Creates a check for a type, which can be used for any number of values.
  public init(of type: TypeReference, in index: SourceIndex) {
    self.init(of: type, in: index, rules: ReadingRules())
  }

  /// Creates a check for a type that is decoded with the given strategies.
  package init(of type: TypeReference, in index: SourceIndex, rules: ReadingRules) {
    plan = PlanBuilder.plan(for: type, index: index)
    self.rules = rules
  }

  /// Descriptions of skipped checks and of assumptions, which do not depend on the data, one clause
  /// each.
  package var notChecked: [String] { plan.notChecked }

  /// Returns true if the type decodes the node at a path, relative to the checked node, as a list.
  package func readsList(at path: TreePath) -> Bool {
    var node: PlanNode? = plan.nodes[0]
    for key in path.components { node = node.flatMap { child(of: $0, key) } }
    switch node.map(unwrapped) {
    case .list, .bounds, .pairs, .elements: return true
    default: return false
    }
  }

  private func child(of node: PlanNode, _ key: String) -> PlanNode? {
    switch unwrapped(node) {
    case .list(let child), .bounds(let child, _), .dictionary(_, let child):
      return plan.nodes[child]
    case .elements(let first, _, let rest):
      return Int(key).flatMap { first.indices.contains($0) ? first[$0] : rest }.map {
        plan.nodes[$0]
      }
    case .object(let object):
      let name = rules.keys == .convertFromSnakeCase ? SnakeCase.camelCase(from: key) : key
      return object.fields.first { $0.key == name }.map { plan.nodes[$0.node] }
    case .cases(let cases): return cases.contents[key].map { .object($0) }
    default: return nil
    }
  }

  private func unwrapped(_ node: PlanNode) -> PlanNode {
    switch node {
    case .optional(let wrapped), .attempted(let wrapped, _): unwrapped(plan.nodes[wrapped])
    case .steps(let steps): unwrapped(plan.nodes[steps.node])
    default: node
    }
  }

  /// A Boolean value indicating whether no values are checked, because the sources do not show how
  /// the type is decoded.
  package var isEmpty: Bool {
    guard case .unchecked = plan.dataNode(0) else { return false }
    if case .steps(let plan) = plan.nodes[0] { return plan.steps.isEmpty }
    return true
  }

  /// Checks a value as if the app decoded it from the node at an address.
  public func report(on tree: Tree, at address: Address) -> MappingReport {
    var walk = TreeWalk(plan: plan, rules: rules, address: address)
    walk.check(tree, 0)
    return walk.finish()
  }
}
