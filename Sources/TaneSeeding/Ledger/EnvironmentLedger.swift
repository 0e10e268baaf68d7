import Foundation
import GRDB
public import TaneCore
public import TaneProject

/// What Tane wrote last to the services of an environment.
///
/// It is kept by the place of a service, so that two profiles that name one database share it. Of an emulator
/// nothing is kept: it may begin anew at any time.
public struct EnvironmentLedger: Sendable {
  private let locations: [String: String]
  private let treeServices: Set<String>
  private let state: StateDatabase?

  /// Opens the ledger of an environment; nothing is recorded where there is no state.
  public init(of profile: EnvironmentProfile, in state: StateDatabase?) {
    let services = profile.services.compactMap { service in
      service.ledgerLocation(in: profile).map { (service.name, $0) }
    }
    locations = Dictionary(services) { first, _ in first }
    treeServices = Set(profile.services(of: .databases).map(\.name))
    self.state = state
  }

  /// The resource that Tane wrote last at an address, and then what an interrupted run sent there without
  /// hearing of it; empty where it wrote none.
  public func resources(at address: Address) throws -> [Resource] {
    guard let state, let location = locations[address.service] else { return [] }
    return try state.read { database in
      let last = try recorded(at: address, of: location, in: database)?.resource
      let sent = try RunStep.unacknowledged(at: address, of: location, in: database)
        .map { $0.made(of: last ?? Resource(address, .null)) }
      return last.map { [$0] + sent } ?? sent
    }
  }

  /// What Tane wrote and fixtures do not describe any more, as resources that should not be there.
  ///
  /// - Parameters:
  ///   - desired: What fixtures describe of the service.
  ///   - service: The name of the service.
  ///   - sets: The sets that were loaded: what a run of others wrote is left alone.
  /// - Returns: The resources, with a content of null.
  /// - Throws: A `StoreError` where the state cannot be read.
  public func orphans(
    besides desired: [DesiredResource],
    of service: String,
    loading sets: [String]
  ) throws -> [DesiredResource] {
    guard let state, let location = locations[service] else { return [] }
    let rows = try state.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT path, recorded.sets AS sets FROM recorded JOIN service ON service.id = recorded.service
          WHERE location = ? ORDER BY path
          """,
        arguments: [location]
      )
    }
    let known = Set(desired.map(\.address))
    return rows.compactMap { row in
      let address = Address(service: service, path: TreePath(parsing: row["path"] as String))
      let names = (row["sets"] as String).split(separator: ",").map(String.init)
      guard Set(names).isSubset(of: sets), !known.contains(address),
        !treeServices.contains(service)
          || desired.allSatisfy({
            !$0.address.contains(address) && !address.contains($0.address)
          })
      else { return nil }
      return DesiredResource(address, .null)
    }
  }

  /// Whether what is written to a service is kept.
  func keeps(_ service: String) -> Bool { locations[service] != nil }
}

extension EnvironmentLedger {
  private typealias Entry = (row: Address, resource: Resource)

  /// What is recorded of a place, by its own entry or, of a tree, by that of a node above.
  private func recorded(
    at address: Address,
    of location: String,
    in database: Database
  ) throws -> Entry? {
    var path = address.path
    while true {
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT content, size, crc32c FROM recorded JOIN service ON service.id = recorded.service
          WHERE location = ? AND path = ?
          """,
        arguments: [location, "\(path)"]
      )
      if let row {
        let entry = Address(service: address.service, path: path)
        let content = StoredTree.decode(Array(row["content"] as Data)) ?? .null
        let below = path.relative(address.path) ?? .root
        let blob = (row["size"] as Int?).map {
          BlobDigest(size: $0, crc32c: UInt32(truncatingIfNeeded: row["crc32c"] as Int64))
        }
        return (entry, Resource(address, content[below] ?? .null, blob: blob))
      }
      guard treeServices.contains(address.service), !path.components.isEmpty else { return nil }
      path = path.parent
    }
  }

  /// Records what a step made, beside what was recorded of the resource before.
  func record(_ step: PlanStep, run: Int64?, sets: [String], in database: Database) throws {
    guard let location = locations[step.address.service] else { return }
    let before = try recorded(at: step.address, of: location, in: database)?.resource
    let changes = step.changes.compactMap { $0.relative(to: step.address.path) }
    let content =
      step.difference.isObject
      ? step.after.content
      : (before?.content ?? .null).applying(Changeset(changes: changes))
    let resource = Resource(step.address, content, blob: step.after.blob)
    try put(resource, at: location, run: run, sets: sets, in: database)
  }

  /// Records what of a plan's difference the fixtures and the environment agree on now.
  ///
  /// Of a resource of which only a part was asked for nothing is: the rest was not looked at.
  func settle(
    _ plan: Plan,
    in scope: ComparisonScope,
    run: Int64?,
    sets: [String],
    in database: Database
  ) throws {
    let withheld = Dictionary(grouping: plan.withheld) { $0.address.service }
    for difference in plan.difference.resources where scope.contains(difference.address) {
      guard let location = locations[difference.address.service] else { continue }
      let changes = (withheld[difference.address.service] ?? []).map(\.change)
        .filter { difference.address.path.contains($0.path) }
      let extras = plan.prunes ? [] : difference.written.changes.filter { $0.kind == .extra }
      if difference.isObject, !changes.isEmpty { continue }
      var content = difference.new.content
      if !(changes + extras).isEmpty {
        let last = try recorded(at: difference.address, of: location, in: database)?.resource
          .content
        content = content.restoring(
          (changes + extras).compactMap { difference.address.path.relative($0.path) },
          from: last ?? .null
        )
      }
      let resource = Resource(difference.address, content, blob: difference.new.blob)
      try put(resource, at: location, run: run, sets: sets, in: database)
    }
  }

  private func put(
    _ resource: Resource,
    at location: String,
    run: Int64?,
    sets: [String],
    in database: Database
  ) throws {
    if treeServices.contains(resource.address.service),
      let above = try recorded(at: resource.address, of: location, in: database),
      above.row != resource.address, let path = above.row.path.relative(resource.address.path),
      let whole = try recorded(at: above.row, of: location, in: database)?.resource
    {
      let change = Change(
        path: path,
        old: whole.content[path],
        new: resource.content.isNull ? nil : resource.content
      )
      guard change.old != nil || change.new != nil else { return }
      let content = whole.content.applying(Changeset(changes: [change]))
      return try put(
        Resource(above.row, content),
        at: location,
        run: run,
        sets: sets,
        in: database
      )
    }
    let path = "\(resource.address.path)"
    let service = try serviceNumber(of: location, in: database)
    if treeServices.contains(resource.address.service) {
      // What was recorded of nodes below is a part of this one now.
      let prefix = path == "/" ? "/" : path + "/"
      try database.execute(
        sql: "DELETE FROM recorded WHERE service = ? AND path > ? AND substr(path, 1, ?) = ?",
        // SQLite counts code points.
        arguments: [service, prefix, prefix.unicodeScalars.count, prefix]
      )
    }
    guard resource.exists else {
      return try database.execute(
        sql: "DELETE FROM recorded WHERE service = ? AND path = ?",
        arguments: [service, path]
      )
    }
    try database.execute(
      sql: """
        INSERT INTO recorded (service, path, content, size, crc32c, sets, run)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (service, path) DO UPDATE SET
          content = excluded.content, size = excluded.size, crc32c = excluded.crc32c,
          sets = excluded.sets, run = excluded.run
        WHERE content IS NOT excluded.content OR crc32c IS NOT excluded.crc32c
          OR size IS NOT excluded.size OR sets IS NOT excluded.sets
        """,
      arguments: [
        service, path, Data(StoredTree.encode(resource.content)), resource.blob?.size,
        resource.blob.map { Int64($0.crc32c) }, sets.joined(separator: ","), run,
      ]
    )
  }

  private func serviceNumber(of location: String, in database: Database) throws -> Int64 {
    let number = try Int64.fetchOne(
      database,
      sql: "SELECT id FROM service WHERE location = ?",
      arguments: [location]
    )
    if let number { return number }
    try database.execute(sql: "INSERT INTO service (location) VALUES (?)", arguments: [location])
    return database.lastInsertedRowID
  }
}

extension Tree {
  /// The tree with some places as another one has them.
  fileprivate func restoring(_ paths: [TreePath], from other: Tree) -> Tree {
    let changes = paths.compactMap { path -> Change? in
      let (old, new) = (self[path], other[path].flatMap { $0.isNull ? nil : $0 })
      guard old != nil || new != nil else { return nil }
      return Change(path: path, old: old, new: new)
    }
    return applying(Changeset(changes: changes))
  }
}

extension ServiceProfile {
  /// What the ledger knows the service by; nil for one of an emulator.
  func ledgerLocation(in profile: EnvironmentProfile) -> String? {
    switch location {
    case .emulator: nil
    case .embedded: "\(kind.id) \(url) of \(profile.name)"
    case .firebase: "\(kind.id) \(url)"
    }
  }
}
