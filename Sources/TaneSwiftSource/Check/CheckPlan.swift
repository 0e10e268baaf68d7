/// A type and the types that it refers to, resolved once so that checks need no name lookups.
struct CheckPlan: Sendable {
  /// The nodes of the plan, which refer to one another by index.
  var nodes: [PlanNode] = []
  /// Descriptions of skipped checks and of assumptions, one clause each.
  var notChecked: [String] = []
}

enum PlanNode: Sendable {
  /// The value is not checked.
  case unchecked
  case known(KnownType)
  case optional(Int)
  /// A value that the initializer of the named type decodes with `try?`.
  case attempted(Int, typeName: String)
  case list(Int)
  /// A range: a list with a fixed number of bounds.
  case bounds(Int, count: Int)
  /// A list whose elements are decoded one after another.
  case elements(first: [Int], requiredCount: Int, rest: Int?)
  /// A value of one of several types.
  case union(UnionPlan)
  case dictionary(DictionaryKeys, value: Int)
  /// A dictionary decoded from a list of alternating keys and values.
  case pairs(PairsPlan)
  case object(ObjectPlan)
  case rawValues(RawValuesPlan)
  case cases(CasesPlan)
  /// A value that a hand-written initializer reads in several steps.
  case steps(StepsPlan)
}

/// The steps of an initializer.
final class StepsPlan: Sendable {
  /// The index of the node for the data that the initializer always reads.
  let node: Int
  let steps: [Step<StepPlan>]
  /// A Boolean value indicating whether all data that the initializer reads is checked.
  let isFullyAnalyzed: Bool

  init(node: Int, steps: [Step<StepPlan>], isFullyAnalyzed: Bool) {
    (self.node, self.steps, self.isFullyAnalyzed) = (node, steps, isFullyAnalyzed)
  }
}

/// A read or test of a value in one step of an initializer.
struct StepPlan: Sendable {
  let path: [String]?
  let field: FieldPlan
  let test: StepShape.Test
}

extension CheckPlan {
  /// Returns the node at an index; for an initializer with steps, the node for the data that it
  /// always reads.
  func dataNode(_ index: Int) -> PlanNode {
    if case .steps(let plan) = nodes[index] { dataNode(plan.node) } else { nodes[index] }
  }
}

/// The valid keys of a dictionary.
enum DictionaryKeys: Sendable {
  case text
  case integers
  case rawValues(RawValuesPlan)
}

/// The alternative types of a value.
struct UnionPlan: Sendable {
  let alternatives: [Int]
  /// The names of the types for messages, such as `Int or String`.
  let types: String
  let acceptsNull: Bool
}

/// A dictionary that is decoded from a list, because its keys cannot be map keys.
struct PairsPlan: Sendable {
  let key: Int
  let value: Int
  /// The names of the dictionary's type and of its key type, for messages.
  let type: String
  let keyType: String
}
