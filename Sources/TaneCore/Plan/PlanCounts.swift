/// The statistics of a plan: values (scalars) in trees, and resources by kind.
public struct PlanCounts: Sendable {
  /// The statistics of one kind of resource.
  package struct ResourceCounts: Sendable, Hashable {
    /// The singular name of the kind in messages, such as `document`.
    package let noun: String
    /// The number of resources that the plan creates.
    package var added = 0
    /// The number of existing resources that the plan changes.
    package var changed = 0
    /// The number of resources that the plan removes.
    package var removed = 0
    /// The total size of the objects to write, in bytes, or nil if the resources are not objects.
    package var bytes: Int?
  }

  /// The number of values that are added.
  public private(set) var addedValues = 0
  /// The number of values that replace another value.
  public private(set) var changedValues = 0
  /// The number of values that are removed from lists, by pruning, or by writing a scalar over a
  /// container.
  public private(set) var removedValues = 0
  /// The number of extras that are retained because the plan does not prune.
  package private(set) var keptExtras = 0
  /// The statistics of each kind that is counted by resource.
  package private(set) var resources: [ResourceCounts] = []
  /// The number of written values, such as passwords, that cannot be verified afterward; 0 for
  /// embedded stores.
  package private(set) var writtenUncheckedCount = 0

  init(of plan: Plan) {
    for resource in plan.difference.resources {
      if !plan.prunes { keptExtras += resource.written.changes.count { $0.kind == .extra } }
      guard let noun = resource.rules.noun else { continue }
      if !resources.contains(where: { $0.noun == noun }) {
        resources.append(ResourceCounts(noun: noun, bytes: resource.isObject ? 0 : nil))
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
    if !rules.verifiesUnchecked { writtenUncheckedCount += step.secrets.count }
  }

  private mutating func add(_ change: Change) {
    let (old, new) = (change.old?.leafCount ?? 0, change.new?.leafCount ?? 0)
    switch change.kind {
    case .added: addedValues += new
    case .removed, .extra: removedValues += old
    case .changed, .moved, .reordered:
      // Between a scalar and a map, one value is replaced; the others are added or removed.
      changedValues += min(old, new)
      addedValues += max(0, new - old)
      removedValues += max(0, old - new)
    }
  }
}
