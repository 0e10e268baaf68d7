import GRDB
import TaneCore

// What the shared state and the ledger of this machine tell each other.
extension EnvironmentLedger {
  /// Takes over what others recorded; what this machine recorded and could not share yet stays, place by place.
  ///
  /// What this machine knows from before it shared anything at this place stays as well, where the others know nothing.
  func merge(_ file: SharedStateFile, at place: String, in database: Database) throws {
    for name in sharedServices {
      guard let ledger = try ledgerForWriting(of: name, in: database) else { continue }
      let last = try String.fetchOne(
        database,
        sql: "SELECT shared FROM service WHERE id = ?",
        arguments: [ledger.number]
      )
      if let theirs = file.resources(of: location(of: name)) {
        try ledger.merge(theirs, replacing: last == place)
      } else {
        try ledger.markAllUnshared()
      }
      try database.execute(
        sql: "UPDATE service SET shared = ? WHERE id = ?",
        arguments: [place, ledger.number]
      )
    }
  }

  /// The shared state with what is recorded here, and the last note of what was not in it yet; nil where all was.
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

  /// Notes that all is shared that was recorded up to a note.
  func noteShared(through note: Int64, in database: Database) throws {
    for name in sharedServices {
      try serviceLedger(of: name, in: database)?.noteShared(through: note)
    }
  }
}
