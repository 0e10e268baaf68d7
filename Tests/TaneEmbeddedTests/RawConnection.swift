import GRDB
import SystemPackage

/// A second connection to a store's file, independent of the store's code.
final class RawConnection {
  private let queue: DatabaseQueue

  init(_ path: FilePath) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try DatabaseQueue(path: path.string, configuration: configuration)
  }

  func execute(_ sql: String) throws {
    try queue.inDatabase { try $0.execute(sql: sql) }
  }

  func text(_ sql: String) throws -> String? {
    try queue.inDatabase { try String.fetchOne($0, sql: sql) }
  }
}
