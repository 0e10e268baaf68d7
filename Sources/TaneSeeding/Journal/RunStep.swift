package import TaneCore

/// A step of a run in the journal.
package struct RunStep: Sendable {
  enum State: Int, Sendable {
    /// The step was not sent.
    case planned
    /// The step was sent, with an unknown outcome.
    case sent
    /// The service acknowledged the step.
    case done
  }

  /// The address of the resource.
  package let address: Address
  /// The location of the service in the journal.
  let location: String
  let changes: [StoredChange]
  let oldBlob: BlobDigest?
  let newBlob: BlobDigest?
  /// The digest of the kept bytes of the replaced object, or nil.
  var bytes: String?
  /// The digest of the kept bytes that the step restores in a run that reverts another; nil if it
  /// restores none.
  var bytesPutBack: String?
  var state: State

  /// A Boolean value indicating whether the step was sent and may have been applied.
  package var wasSent: Bool { state != .planned }

  /// A Boolean value indicating whether the step was acknowledged.
  package var isDone: Bool { state == .done }

  /// The lists that the step changed in part; each counts as one value.
  var lists: Set<TreePath> { Set(changes.filter { $0.unit != $0.path }.map(\.unit)) }

  /// The changed paths, with their values before and after.
  package var changedPlaces: [(path: TreePath, old: Tree?, new: Tree?)] {
    changes.map { ($0.path, $0.old, $0.new) }
  }
}
