import SystemPackage
import TaneProject

/// Decides when a change of files is over: when two looks in a row find the same, and for how long they have.
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

  /// When the files were found to have changed last.
  private var changed = Duration.zero
  private let quiet: Duration
  private let longestWait: Duration?

  /// Looks for what changes.
  ///
  /// - Parameters:
  ///   - handled: The files as they were acted on last.
  ///   - quiet: How long they must have stayed the same.
  ///   - longestWait: How long a change may go on before it is acted on all the same; nil for any time.
  init(
    since handled: FileSignatures,
    quiet: Duration = .zero,
    longestWait: Duration? = Self.longestWait
  ) {
    (self.handled, latest) = (handled, handled)
    (self.quiet, self.longestWait) = (quiet, longestWait)
  }

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
    if current != latest { changed = time }
    let isOver = current == latest && time - changed >= quiet
    let isLate = longestWait.map { time - begun >= $0 } ?? false
    guard isOver || isLate else { return nil }
    return current.changes(since: handled)
  }
}
