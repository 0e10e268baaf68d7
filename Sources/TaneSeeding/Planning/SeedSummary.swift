import TaneCore
import TaneProject

/// A plan in numbers: values (scalars) of databases, documents and accounts, objects of buckets.
public struct SeedSummary: Sendable, Hashable {
  /// Values that are written where there was none.
  public var addedValues = 0
  /// Values that replace another.
  public var changedValues = 0
  /// Values that go: what a list has beyond its fixture, extras that are pruned, and what a scalar replaces.
  public var removedValues = 0
  /// Nodes that only the environment has and that stay.
  public var keptExtras = 0
  /// Documents that are made where there was none.
  public var addedDocuments = 0
  /// Documents of which fields are written.
  public var changedDocuments = 0
  /// Accounts that are made where there was none.
  public var addedAccounts = 0
  /// Accounts of which fields are written.
  public var changedAccounts = 0
  /// Objects that are uploaded where there was none.
  public var addedObjects = 0
  /// Objects that are uploaded over another.
  public var changedObjects = 0
  /// The bytes of all uploads.
  public var uploadBytes = 0

  init(of plan: SeedPlan) {
    for database in plan.difference.trees {
      database.changes.forEach { add($0) }
      if plan.prunes {
        database.extras.forEach { add($0) }
      } else {
        keptExtras += database.extras.count
      }
    }
    for write in plan.documentCommits.joined() {
      if write.precondition == .exists(false) { addedDocuments += 1 } else { changedDocuments += 1 }
    }
    for item in plan.accountImports {
      if item.existing == nil { addedAccounts += 1 } else { changedAccounts += 1 }
    }
    for upload in plan.uploads {
      if upload.replacedGeneration == nil { addedObjects += 1 } else { changedObjects += 1 }
      uploadBytes += upload.fixture.size
    }
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
