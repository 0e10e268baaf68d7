/// A plan in numbers: values (scalars) of trees, and resources by what they are called.
public struct PlanCounts: Sendable {
  /// Resources of one kind.
  public struct Resources: Sendable, Hashable {
    /// What one is called: `document`.
    public let noun: String
    /// How many are made where there was none.
    public var added = 0
    /// How many of those that there are change.
    public var changed = 0
    /// How many go as a whole.
    public var removed = 0
    /// The bytes of those that are objects; nil for others.
    public var bytes: Int?
  }

  /// Values that are written where there was none.
  public private(set) var addedValues = 0
  /// Values that replace another.
  public private(set) var changedValues = 0
  /// Values that go: what a list has beyond its fixture, extras that are pruned, and what a scalar replaces.
  public private(set) var removedValues = 0
  /// Nodes that only the environment has and that stay.
  public private(set) var keptExtras = 0
  /// The resources of which all are written, by what they are called; none of kinds that count values alone.
  public private(set) var resources: [Resources] = []
  /// Values that are written and that nobody can compare then: passwords, but for those of embedded stores.
  public private(set) var writtenUnchecked = 0

  init(of plan: Plan) {
    for resource in plan.difference.resources {
      if !plan.prunes { keptExtras += resource.written.changes.count { $0.kind == .extra } }
      guard let noun = resource.rules.noun else { continue }
      if !resources.contains(where: { $0.noun == noun }) {
        resources.append(Resources(noun: noun, bytes: resource.isObject ? 0 : nil))
      }
    }
    plan.steps.forEach { add($0) }
  }

  private mutating func add(_ step: PlanStep) {
    let rules = step.difference.rules
    if let index = resources.firstIndex(where: { $0.noun == rules.noun }) {
      if step.removesResource {
        resources[index].removed += 1
      } else if step.before.exists {
        resources[index].changed += 1
      } else {
        resources[index].added += 1
      }
      if let blob = step.difference.new.blob { resources[index].bytes? += blob.size }
    }
    guard !step.difference.isObject else { return }
    step.changes.forEach { add($0) }
    if !rules.verifiesUnchecked { writtenUnchecked += step.secrets.count }
  }

  private mutating func add(_ change: Change) {
    let (old, new) = (change.old?.leafCount ?? 0, change.new?.leafCount ?? 0)
    switch change.kind {
    case .added: addedValues += new
    case .removed, .extra: removedValues += old
    case .changed, .moved, .reordered:
      // Between a scalar and a map one value is replaced; the rest comes or goes.
      changedValues += min(old, new)
      addedValues += max(0, new - old)
      removedValues += max(0, old - new)
    }
  }
}
