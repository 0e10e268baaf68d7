import GRDB
public import TaneProject

// The time that relative dates of the last seed followed from: while it is kept, a later run gives the same dates,
// and does not call them changes.
extension StateDatabase {
  /// The time of an environment's last seed with relative dates; nil where there was none.
  public func anchor(of environment: String) throws -> FixtureAnchor? {
    let seconds = try read {
      try Int64.fetchOne(
        $0,
        sql: "SELECT seconds FROM anchor WHERE environment = ?",
        arguments: [environment]
      )
    }
    return seconds.map(FixtureAnchor.init(seconds:))
  }

  /// Keeps the time of a seed that wrote relative dates.
  public func keep(_ anchor: FixtureAnchor, of environment: String) throws {
    try write {
      try $0.execute(
        sql: "INSERT OR REPLACE INTO anchor (environment, seconds) VALUES (?, ?)",
        arguments: [environment, anchor.seconds]
      )
    }
  }
}
