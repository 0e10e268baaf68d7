import Synchronization
import TaneCore

/// The change feeds of a service's databases, created on first use.
final class FirestoreChanges: Sendable {
  private let now: @Sendable () -> Int64
  private let storeName: @Sendable (String) -> String
  private let feeds = Mutex<[String: DocumentFeed]>([:])

  init(now: @escaping @Sendable () -> Int64, storeName: @escaping @Sendable (String) -> String) {
    (self.now, self.storeName) = (now, storeName)
  }

  func feed(of database: DocumentDatabaseName) -> DocumentFeed {
    let name = storeName(database.description)
    return feeds.withLock { feeds in
      if let feed = feeds[name] { return feed }
      let feed = DocumentFeed(now: now)
      feeds[name] = feed
      return feed
    }
  }
}
