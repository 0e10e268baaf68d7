public import TaneCore

/// A step of a run as the journal keeps it.
public struct RunStep: Sendable {
  /// How far a step has come.
  enum State: Int, Sendable {
    /// It was not sent.
    case planned
    /// It was sent, and whether it was made is not known.
    case sent
    /// The service has acknowledged it.
    case done
  }

  /// The resource that is written.
  public let address: Address
  /// Where the service is, as the ledger knows it.
  let location: String
  let changes: [StoredChange]
  let oldBlob: BlobDigest?
  let newBlob: BlobDigest?
  /// The digest under which the bytes that are replaced are kept; nil where none are.
  var bytes: String?
  /// The same of the bytes that are written, in a run that takes another back; nil where fixtures have them.
  var bytesPutBack: String?
  var state: State

  /// Whether it was sent, and so may have been made.
  public var wasSent: Bool { state != .planned }

  /// Whether it is known to have been made.
  public var isDone: Bool { state == .done }

  /// The places that are written, with what stands there before and after.
  public var changedPlaces: [(path: TreePath, old: Tree?, new: Tree?)] {
    changes.map { ($0.path, $0.old, $0.new) }
  }
}
