/// A type with everything that it refers to, resolved once so that checking a value asks for no name.
struct CheckPlan: Sendable {
  /// The nodes of the plan, which refer to one another by index.
  var nodes: [PlanNode] = []
  /// The checks that are skipped and the assumptions.
  var notChecked: [String] = []
}

/// A node of a check plan.
enum PlanNode: Sendable {
  /// Not at all.
  case unchecked
  case known(KnownType)
  case optional(Int)
  case list(Int)
  /// A range: a list of so many bounds.
  case bounds(Int, count: Int)
  /// A list whose elements are read one after the other.
  case elements(first: [Int], requiredCount: Int, rest: Int?)
  /// A value of one of some types.
  case union(UnionPlan)
  case dictionary(DictionaryKeys, value: Int)
  /// A dictionary read from a list of keys and values in turn.
  case pairs(PairsPlan)
  case object(ObjectPlan)
  case rawValues(RawValuesPlan)
  case cases(CasesPlan)
}

/// Which keys a dictionary takes.
enum DictionaryKeys: Sendable {
  case text
  case integers
  case rawValues(RawValuesPlan)
}

/// The types of which a value must be one.
struct UnionPlan: Sendable {
  let alternatives: [Int]
  /// The types as messages name them: `Int or String`.
  let types: String
  let acceptsNull: Bool
}

/// A dictionary whose keys are not keys of maps.
struct PairsPlan: Sendable {
  let key: Int
  let value: Int
  /// The dictionary's type and that of its keys, as messages name them.
  let type: String
  let keyType: String
}
