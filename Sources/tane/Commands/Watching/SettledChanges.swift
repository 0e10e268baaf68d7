import SystemPackage
import TaneProject

/// Decides when a change of files is over: when two looks in a row find the same.
///
/// An editor writes a file in several steps, and a branch is checked out file by file.
struct SettledChanges {
  /// How long a change may go on before it is acted on all the same.
  static let longestWait = Duration.seconds(2)

  /// The files as they were acted on last.
  private let handled: FileSignatures
  private var latest: FileSignatures
  /// When the change was seen first.
  private var start: Duration?

  init(since handled: FileSignatures) { (self.handled, latest) = (handled, handled) }

  /// Whether a change is under way.
  var isUnderWay: Bool { start != nil }

  /// Takes a look at the files, at a time, and returns what changed once that is over; nil before.
  mutating func look(_ current: FileSignatures, at time: Duration) -> [FilePath]? {
    defer { latest = current }
    guard current != handled else {
      start = nil
      return nil
    }
    let begun = start ?? time
    start = begun
    guard current == latest || time - begun >= Self.longestWait else { return nil }
    return current.changes(since: handled)
  }
}
