import TaneCore
import TaneProject
import TaneSeeding

/// Differences as JSON.
enum DifferenceJSON {
  static func differences(of difference: EnvironmentDifference) -> TreeLiteral {
    var entries: [TreeLiteral] = []
    for database in difference.databases {
      entries += database.changes.map { change($0, of: database.database, kind: $0.kind.rawValue) }
      entries += database.extras.map { change($0, of: database.database, kind: "extra") }
    }
    return .list(entries + difference.objects.map(object))
  }

  static func summary(of difference: EnvironmentDifference) -> TreeLiteral {
    [
      "added": .integer(Int64(difference.count(of: .added))),
      "changed": .integer(Int64(difference.count(of: .changed))),
      "removed": .integer(Int64(difference.count(of: .removed))),
      "extra": .integer(Int64(difference.extraCount)),
      "unchangedValues": .integer(Int64(difference.unchangedCount)),
      "unchangedObjects": .integer(Int64(difference.unchangedObjectCount)),
    ]
  }

  static func change(_ change: Change, of service: String?, kind: String) -> TreeLiteral {
    let address = service.map { "\(Address(service: $0, path: change.path))" }
    var entries: [(String, TreeLiteral)] = [
      (address == nil ? "path" : "address", .string(address ?? "\(change.path)")),
      ("kind", .string(kind)),
    ]
    if let old = change.old { entries.append(("old", .tree(old))) }
    if let new = change.new { entries.append(("new", .tree(new))) }
    return .map(entries + PositionJSON.entries(change.new?.position))
  }

  private static func object(_ object: ObjectDifference) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("address", .string("\(object.address)")), ("kind", .string(object.kind.rawValue)),
    ]
    if let old = object.old { entries.append(("old", state(old))) }
    if let new = object.new { entries.append(("new", state(new))) }
    return .map(entries + PositionJSON.entries(object.fixture?.position))
  }

  private static func state(_ state: ObjectState) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("size", .integer(Int64(state.size))), ("crc32c", .integer(Int64(state.crc32c))),
      ("contentType", .string(state.metadata.contentType)),
    ]
    if let cacheControl = state.metadata.cacheControl {
      entries.append(("cacheControl", .string(cacheControl)))
    }
    if !state.metadata.custom.isEmpty {
      let custom = state.metadata.custom.sorted { $0.key < $1.key }
      entries.append(("metadata", .map(custom.map { ($0.key, .string($0.value)) })))
    }
    return .map(entries)
  }
}
