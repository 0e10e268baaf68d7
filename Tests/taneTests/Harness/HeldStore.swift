import Foundation
import GRDB

/// A writer that locks an environment's embedded store, so that a seed has to wait.
struct HeldStore {
  private let queue: DatabaseQueue

  init(of project: TemporaryProject) async throws {
    let store = project.root.appending(path: ".tane/embedded/local.sqlite")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try DatabaseQueue(path: store.path, configuration: configuration)
    try await queue.writeWithoutTransaction { database in
      // If the write-ahead log has entries, a seed can open the store without the lock.
      try database.execute(sql: "CREATE TABLE held (x); DROP TABLE held; BEGIN IMMEDIATE")
    }
  }

  /// Releases the lock, so that other writers can continue.
  func release() async throws {
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
  }
}
