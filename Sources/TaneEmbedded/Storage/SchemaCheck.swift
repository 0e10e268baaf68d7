import GRDB

/// A comparison of the tables in a file with those that this version of Tane creates.
enum SchemaCheck {
  /// Returns a problem for each table that is missing or has different columns or indexes.
  ///
  /// Files of older versions have no problems, because they are migrated before a write. Tables of
  /// services without data may be missing.
  static func problems(of database: Database) throws -> [String] {
    guard try Schema.inspect(database) == .current else { return [] }
    let found = try tables(of: database)
    let (required, expected) = try DatabaseQueue().write { reference in
      try Schema.create(in: reference)
      let required = try tables(of: reference)
      _ = try DocumentTable(making: "", in: reference, service: "")
      _ = try AccountTable(making: "", in: reference)
      _ = try RemoteConfigTable(making: "", in: reference)
      return (required, try tables(of: reference))
    }
    return expected.keys.sorted().compactMap { table in
      guard let definition = found[table] else {
        return required[table] == nil ? nil : "the table \(table) is missing"
      }
      return definition == expected[table]
        ? nil : "the table \(table) does not have the columns and indexes that Tane created"
    }
  }

  /// Returns the columns and indexes of each table.
  private static func tables(of database: Database) throws -> [String: [Row]] {
    let names = try String.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_master WHERE type = 'table'"
    )
    return try names.reduce(into: [:]) { tables, name in
      let columns = try Row.fetchAll(
        database,
        sql: "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)",
        arguments: [name]
      )
      let indexes = try Row.fetchAll(
        database,
        sql: "SELECT name, \"unique\", origin FROM pragma_index_list(?) ORDER BY name",
        arguments: [name]
      )
      tables[name] = columns + indexes
    }
  }
}
