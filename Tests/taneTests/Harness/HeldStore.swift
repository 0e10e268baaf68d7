import Foundation
import GRDB

/// Another writer in the embedded store of an environment, so that a seed is certainly under way.
struct HeldStore {
  private let queue: DatabaseQueue

  init(of project: TemporaryProject) async throws {
    let store = project.root.appending(path: ".tane/embedded/local.sqlite")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try DatabaseQueue(path: store.path, configuration: configuration)
    try await queue.writeWithoutTransaction { database in
      // A log with something in it spares the seed the lock when it opens the store.
      try database.execute(sql: "CREATE TABLE held (x); DROP TABLE held; BEGIN IMMEDIATE")
    }
  }

  /// Lets the others write.
  func release() async throws {
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
  }
}
