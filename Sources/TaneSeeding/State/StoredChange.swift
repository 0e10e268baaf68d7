import TaneCore

import struct Foundation.Data

/// A change of a run as the journal keeps it.
struct StoredChange: Sendable {
  /// Where the node stands in its service.
  let path: TreePath
  /// What stood there before; nil for nothing.
  var old: Tree?
  /// What stands there after; nil for nothing.
  var new: Tree?
  /// The outermost list that the node is in, which is one value; else its own place.
  let unit: TreePath
  /// What Tane had written there, where `old` is what somebody else wrote: null for nothing.
  var recorded: Resource?
  /// The outermost node above it of which nothing was recorded; nil where its parent was.
  var unrecorded: TreePath?

  /// Changes as JSON, without a copy of what may be a large tree.
  static func encode(_ changes: [StoredChange]) -> Data {
    var data = Data("[".utf8)
    for (index, change) in changes.enumerated() {
      if index > 0 { data.append(UInt8(ascii: ",")) }
      var head = change
      (head.old, head.new) = (nil, nil)
      StoredTree.append(head.tree, to: &data)
      for (key, side) in [("old", change.old), ("new", change.new)] {
        guard let side else { continue }
        data.removeLast()
        data.append(contentsOf: ",\"\(key)\":".utf8)
        StoredTree.append(StoredTree.encoded(side), to: &data)
        data.append(UInt8(ascii: "}"))
      }
    }
    data.append(UInt8(ascii: "]"))
    return data
  }

  /// Changes as a tree that JSON can hold.
  static func tree(of changes: [StoredChange]) -> Tree {
    Tree(.list(changes.map { .tree($0.tree) }))
  }

  private var tree: Tree {
    var entries: [(String, TreeLiteral)] = [("path", .string("\(path)"))]
    if let old { entries.append(("old", .tree(StoredTree.encoded(old)))) }
    if let new { entries.append(("new", .tree(StoredTree.encoded(new)))) }
    if unit != path { entries.append(("unit", .string("\(unit)"))) }
    if let recorded {
      entries.append(("recorded", .tree(StoredTree.encoded(recorded.content))))
      if let blob = recorded.blob { entries.append(("recordedBytes", blob.literal)) }
    }
    if let unrecorded { entries.append(("unrecorded", .string("\(unrecorded)"))) }
    return Tree(.map(entries))
  }

  /// The changes of the resource of an address that a tree holds.
  static func changes(in tree: Tree, of address: Address) -> [StoredChange] {
    tree.children.map { entry in
      let path = TreePath(parsing: entry["path"]?.string ?? "/")
      return StoredChange(
        path: path,
        old: entry["old"].map(StoredTree.decoded),
        new: entry["new"].map(StoredTree.decoded),
        unit: entry["unit"]?.string.map { TreePath(parsing: $0) } ?? path,
        recorded: entry["recorded"].map {
          Resource(
            address,
            StoredTree.decoded($0),
            blob: BlobDigest(reading: entry["recordedBytes"])
          )
        },
        unrecorded: entry["unrecorded"]?.string.map { TreePath(parsing: $0) }
      )
    }
  }
}

extension PlanStep {
  /// The step's changes as plans keep them.
  var storedChanges: [StoredChange] {
    changes.map {
      StoredChange(
        path: $0.path,
        old: $0.old,
        new: $0.new,
        unit: difference.outermostList(above: $0.path) ?? $0.path
      )
    }
  }

  /// The step's changes as the journal keeps them: with what the ledger knows of their places.
  var journalledChanges: [StoredChange] {
    zip(storedChanges, changes).map { stored, change in
      var stored = stored
      stored.recorded = recordedBeside(change)
      stored.unrecorded = unrecorded(above: change)
      return stored
    }
  }
}
