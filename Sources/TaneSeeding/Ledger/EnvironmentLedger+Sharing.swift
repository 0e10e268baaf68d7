import GRDB
import TaneCore

// The exchange between the shared state and the ledger of this machine.
extension EnvironmentLedger {
  /// Merges the records of other machines; unshared local records take precedence, path by path.
  ///
  /// If `isLater` is true, records that the other machines have changed since this machine last read
  /// them take precedence. Records from before this machine first shared its state at this location
  /// are retained as well, unless the other machines have records of the same resources.
  func merge(
    _ file: SharedStateFile,
    at place: String,
    isLater: Bool,
    in database: Database
  ) throws {
    for name in sharedServices {
      guard let ledger = try ledgerForWriting(of: name, in: database) else { continue }
      let last = try String.fetchOne(
        database,
        sql: "SELECT shared FROM service WHERE id = ?",
        arguments: [ledger.number]
      )
      if let theirs = file.resources(of: location(of: name)) {
        try ledger.merge(theirs, replacing: last == place, isLater: isLater)
      } else {
        try ledger.markAllUnshared()
      }
      try database.execute(
        sql: "UPDATE service SET shared = ? WHERE id = ?",
        arguments: [place, ledger.number]
      )
    }
  }

  /// Returns the shared state with the records of this machine, and the number of the latest
  /// unshared change, or nil if everything is shared.
  func shared(
    over file: SharedStateFile,
    in database: Database
  ) throws -> (file: SharedStateFile, through: Int64)? {
    var services: [String: [(path: TreePath, recorded: SharedStateFile.Recorded)]] = [:]
    var through: Int64?
    for name in sharedServices {
      guard let ledger = try serviceLedger(of: name, in: database) else { continue }
      if let note = try ledger.lastUnshared() { through = max(through ?? note, note) }
      services[location(of: name)] = try ledger.entries().map { entry in
        let content = try ledger.content(of: entry)
        return (
          entry.path,
          SharedStateFile.Recorded(content: content, blob: entry.blob, sets: entry.setNames)
        )
      }
    }
    return through.map { (file.replacing(services), $0) }
  }

  /// Records that all changes up to a number are shared.
  func markShared(through note: Int64, in database: Database) throws {
    for name in sharedServices {
      try serviceLedger(of: name, in: database)?.markShared(through: note)
    }
  }
}
