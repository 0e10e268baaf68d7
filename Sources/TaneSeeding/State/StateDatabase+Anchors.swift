import GRDB
package import TaneProject

// The reference time of the last seed's relative dates: a later run reuses it, so that the dates do
// not change.
extension StateDatabase {
  /// Returns the reference time of an environment's last seed with relative dates, if any.
  package func anchor(of environment: String) throws -> FixtureAnchor? {
    let seconds = try read {
      try Int64.fetchOne(
        $0,
        sql: "SELECT seconds FROM anchor WHERE environment = ?",
        arguments: [environment]
      )
    }
    return seconds.map(FixtureAnchor.init(seconds:))
  }

  /// Records the reference time of a seed with relative dates.
  package func keep(_ anchor: FixtureAnchor, of environment: String) throws {
    try write {
      try $0.execute(
        sql: "INSERT OR REPLACE INTO anchor (environment, seconds) VALUES (?, ?)",
        arguments: [environment, anchor.seconds]
      )
    }
  }
}
