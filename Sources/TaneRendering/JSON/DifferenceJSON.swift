package import TaneCore

/// A difference as a JSON object.
///
/// - `address` (`shops:/shops/0/name`) for an environment, `path` (`/shops/0/name`) for a file: the
///   location of the node on the new side. A removed list element has its old index.
/// - `kind`: `added`, `removed`, `changed`, `moved` (an element of a list), `reordered` (a list),
///   or `extra` (only in the environment; `tane seed` keeps it).
/// - `from`: the location of the node on the old side if it differs, in the same format.
/// - `movedFrom` for an added value, `movedTo` for a removed value: the location of the equal value
///   on the other side. They are present only if the value occurs once on each side and is not just
///   a number or a short string.
/// - `identity`: `{"member": "id", "value": 17}`, which identifies a list element.
/// - `old`, `new`: the values; for an object in a bucket, its `size`, `crc32c`, `contentType`,
///   `cacheControl` and `metadata`. Values that JSON cannot represent are encoded as `{"$yaml":
///   ".nan"}`. A `moved` element has a `value` from the new side instead; changes within it are
///   separate differences.
/// - `oldType`, `newType`: the types, if they differ; `sameNumber` is true if the numbers differ
///   only in their types or the sign of zero.
/// - `file`, `line`, `column`: the position of the new value, if it is in a file.
package enum DifferenceJSON {
  /// Returns the members of the object for a difference, in output order.
  package static func members(of item: DifferenceItem) -> [(String, TreeLiteral)] {
    let change = item.change
    let key = item.service.isEmpty ? "path" : "address"
    var entries: [(String, TreeLiteral)] = [
      (key, .string(item.place)), ("kind", .string(item.kind.rawValue)),
    ]
    if let oldPlace = item.oldPlace { entries.append(("from", .string(oldPlace))) }
    if let place = item.counterpartPlace {
      entries.append((item.kind == .added ? "movedFrom" : "movedTo", .string(place)))
    }
    if let identity = change.identity {
      let value = JSONValue.literal(identity.value)
      entries.append(("identity", ["member": .string(identity.member), "value": value]))
    }
    if item.kind == .moved, let value = change.new {
      entries.append(("value", JSONValue.literal(value)))
    } else {
      entries += values(of: change)
    }
    return entries + PositionJSON.entries(change.new?.position)
  }

  /// Returns the members for a difference of a Cloud Storage object, in output order.
  package static func members(of object: ResourceDifference) -> [(String, TreeLiteral)] {
    var entries: [(String, TreeLiteral)] = [
      ("address", .string("\(object.address)")), ("kind", .string(object.kind.rawValue)),
    ]
    if object.old.exists { entries.append(("old", state(of: object.old))) }
    if object.new.exists { entries.append(("new", state(of: object.new))) }
    return entries + PositionJSON.entries(object.position)
  }

  /// Returns the changes that a seed would write, and extras, with lists compared by index.
  package static func written(_ difference: Difference) -> TreeLiteral {
    var literals: [TreeLiteral] = []
    for part in difference.parts(\.written) {
      part.forEachItem { literals.append(.map(members(of: $0))) }
    }
    return .list(literals + difference.objects.map { .map(members(of: $0)) })
  }

  private static func values(of change: Change) -> [(String, TreeLiteral)] {
    var entries: [(String, TreeLiteral)] = []
    if let old = change.old { entries.append(("old", JSONValue.literal(old))) }
    if let new = change.new { entries.append(("new", JSONValue.literal(new))) }
    guard let old = change.old, let new = change.new else { return entries }
    let types = (DifferenceNotes.typeName(of: old), DifferenceNotes.typeName(of: new))
    if types.0 != types.1 {
      entries += [("oldType", .string(types.0)), ("newType", .string(types.1))]
    }
    if change.isSameNumber { entries.append(("sameNumber", true)) }
    return entries
  }

  private static func state(of object: Resource) -> TreeLiteral {
    let metadata = ObjectMetadata(object.content)
    var entries: [(String, TreeLiteral)] = [
      ("size", .integer(Int64(object.blob?.size ?? 0))),
      ("crc32c", .integer(Int64(object.blob?.crc32c ?? 0))),
      ("contentType", .string(metadata.contentType)),
    ]
    if let cacheControl = metadata.cacheControl {
      entries.append(("cacheControl", .string(cacheControl)))
    }
    if !metadata.custom.isEmpty {
      let custom = metadata.custom.sorted { $0.key < $1.key }
      entries.append(("metadata", .map(custom.map { ($0.key, .string($0.value)) })))
    }
    return .map(entries)
  }
}
