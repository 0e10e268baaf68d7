package import SystemPackage

/// A detector of changes to files that waits until the files have been unchanged for some time.
///
/// Editors write a file in several steps, and a checkout writes many files.
package struct FileChangeDetector {
  /// The longest wait for files to settle; a change that takes longer is handled while it
  /// continues.
  package static let maximumWait = Duration.seconds(2)
  private static let pause = Duration.milliseconds(100)
  /// The pause while a change is under way, to detect its end early.
  private static let shortPause = Duration.milliseconds(40)

  /// The signatures of the files when changes were last handled.
  private let handled: FileSignatures
  private var latest: FileSignatures
  /// The time at which the current change was first detected, if any.
  private var start: Duration?

  /// The time of the last poll at which the files differed from the previous poll.
  private var changed = Duration.zero
  private let quietPeriod: Duration
  private let maximumWait: Duration?

  /// Starts detecting changes.
  ///
  /// - Parameters:
  ///   - handled: The signatures of the files when changes were last handled.
  ///   - quietPeriod: The time for which the files must stay unchanged.
  ///   - maximumWait: The maximum duration of a change, or nil for no limit.
  package init(
    since handled: FileSignatures,
    quietPeriod: Duration = .zero,
    maximumWait: Duration? = Self.maximumWait
  ) {
    (self.handled, latest) = (handled, handled)
    (self.quietPeriod, self.maximumWait) = (quietPeriod, maximumWait)
  }

  /// A Boolean value indicating whether changes have not settled yet.
  package var isChanging: Bool { start != nil }

  /// Compares the files with the previous poll, and returns the changed files if the change has
  /// ended or exceeds the longest wait, otherwise nil.
  package mutating func poll(_ current: FileSignatures, at time: Duration) -> [FilePath]? {
    defer { latest = current }
    guard current != handled else {
      start = nil
      return nil
    }
    let begun = start ?? time
    start = begun
    if current != latest { changed = time }
    let isOver = current == latest && time - changed >= quietPeriod
    let isLate = maximumWait.map { time - begun >= $0 } ?? false
    guard isOver || isLate else { return nil }
    return current.changes(since: handled)
  }

  /// Waits until files have changed and the change has ended, and returns the changed files.
  ///
  /// Files are polled every tenth of a second, which takes about a millisecond for a thousand
  /// files. File notifications of operating systems are not used: they fail silently on shared
  /// folders and in containers, are limited per user, and report a file that is saved by renaming
  /// as removed.
  package func wait(at places: FileSignatures.WatchedPaths) async throws -> [FilePath] {
    var changes = self
    let start = ContinuousClock.now
    while true {
      let poll = ContinuousClock.now
      if let changed = changes.poll(FileSignatures(of: places), at: poll - start) {
        return changed
      }
      // Polling takes at most a twentieth of the time, or a third while files are changing,
      // regardless of the number of files.
      let (pause, factor) = changes.isChanging ? (Self.shortPause, 2) : (Self.pause, 20)
      try await Task.sleep(for: max(pause, (.now - poll) * factor))
    }
  }
}
