import Synchronization
import TaneCore

/// The change feeds of a service's databases.
final class FirestoreChanges: Sendable {
  private let now: @Sendable () -> Int64
  private let feeds = Mutex<[DocumentDatabaseName: DocumentFeed]>([:])

  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// Returns the feed of a database.
  func feed(of database: DocumentDatabaseName) -> DocumentFeed {
    feeds.withLock { feeds in
      if let feed = feeds[database] { return feed }
      let feed = DocumentFeed(now: now)
      feeds[database] = feed
      return feed
    }
  }
}
