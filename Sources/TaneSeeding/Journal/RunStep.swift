package import TaneCore

/// A step of a run in the journal.
package struct RunStep: Sendable {
  enum State: Int, Sendable {
    /// The step was not sent.
    case planned
    /// The step was sent, but its outcome is unknown.
    case sent
    /// The service acknowledged the step.
    case done
  }

  package let address: Address
  /// The location of the service in the journal.
  let location: String
  private(set) var changes: [StoredChange]
  let oldBlob: BlobDigest?
  let newBlob: BlobDigest?
  /// The digest of the replaced object's retained bytes, or nil if no bytes were retained.
  var bytes: String?
  /// The digest of the retained bytes to restore, if the step's run reverts another run; otherwise
  /// nil.
  var restoredBytesDigest: String?
  var state: State

  /// A Boolean value indicating whether the step was sent and may have been applied.
  package var wasSent: Bool { state != .planned }

  /// A Boolean value indicating whether the step was acknowledged.
  package var isDone: Bool { state == .done }

  /// The paths of the lists that the step changed in part; each list counts as one value.
  var lists: Set<TreePath> { Set(changes.filter { $0.unit != $0.path }.map(\.unit)) }

  /// The identifications of the lists that the step changed in part, by path.
  var changedLists: [TreePath: ChangedList] {
    changes.reduce(into: [:]) { lists, change in
      if let list = change.changedList { lists[change.unit] = list }
    }
  }

  /// The paths of the lists that the step wrote as a whole, relative to the resource.
  var shiftedLists: Set<TreePath> {
    Set(
      changes.filter(\.isOfShiftedList).compactMap { address.path.relative($0.path) }
    )
  }

  /// Returns the step with its planned lists (`PlannedList`) resolved to values, given the current
  /// content of the resource.
  func resolvingLists(by content: Tree) -> RunStep {
    guard changes.contains(where: { $0.list != nil }) else { return self }
    var step = self
    step.changes = changes.map { change in
      guard let list = change.list else { return change }
      let value = address.path.relative(change.path).flatMap { content.value(at: $0) }
      return list.resolved(change, on: value)
    }
    return step
  }

  /// The changed paths, with their values before and after.
  package var pathChanges: [(path: TreePath, old: Tree?, new: Tree?)] {
    changes.map { ($0.path, $0.old, $0.new) }
  }
}
