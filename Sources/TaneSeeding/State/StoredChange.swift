import TaneCore
import TaneFormats

/// A change of a run in the journal.
struct StoredChange: Sendable {
  /// The path of the node in its service.
  let path: TreePath
  /// The value before the change, or nil if it did not exist.
  var old: Tree?
  /// The value after the change, or nil if it no longer exists.
  var new: Tree?
  /// The path of the outermost list that contains the node, or else the node's own path: a list is
  /// one value.
  let unit: TreePath
  /// The previously recorded value, if Tane did not write `old`.
  var recorded: RecordedValue?
  /// The path of the outermost unrecorded ancestor of the node, or nil if its parent is recorded.
  var unrecorded: TreePath?

  /// The identification of the list at `unit`, if this is the first change in a list.
  var changedList: ChangedList?

  /// The composition of a long list, if a plan contains it instead of the values.
  var list: PlannedList?

  /// The value that was recorded before the change, if any.
  var previouslyRecordedValue: Tree? { recorded.map(\.value) ?? old }

  /// The path of the list element that contains the change, if the unit is a list.
  var element: TreePath { TreePath(Array(path.components.prefix(unit.components.count + 1))) }

  /// A Boolean value indicating whether the change writes a list of a Realtime Database as one
  /// value.
  var isOfShiftedList: Bool { old?.kind == .map && new?.kind == .map }

  /// The composition of the new list from the old one, or nil if the change is not of a long list.
  var script: ListScript? {
    guard isOfShiftedList, let old, let new else { return nil }
    return ListScript(from: old, to: new)
  }

  /// Encodes changes for the state: for each change, its JSON and its two sides, each preceded by
  /// its length.
  ///
  /// For a long list, the JSON contains its composition (`list`) instead of the new side.
  static func sealed(_ changes: [StoredChange]) -> SealedBytes {
    var bytes = SealedBytes()
    for change in changes {
      let script = change.script
      var head = change
      (head.old, head.new) = (nil, nil)
      let entries = script.map { [("list", $0.literal)] } ?? []
      bytes.appendSized(entries.isEmpty ? head.tree : Tree(head.literal(adding: entries)))
      bytes.appendSized(change.old)
      bytes.appendSized(script == nil ? change.new : nil)
    }
    return bytes
  }

  private static let lengthSize = MemoryLayout<UInt64>.size

  /// Decodes changes that `sealed` or an earlier version of Tane encoded, or returns nil if they
  /// are invalid.
  static func decode(_ bytes: [UInt8]) -> [StoredChange]? {
    guard var offset = StoredTree.contentOffset(in: bytes) else {
      return JSONReader(recordsPositions: false).read(bytes, named: "journal").tree
        .map { changes(in: $0) }
    }
    var trees: [Tree?] = []
    while offset + lengthSize <= bytes.count {
      let length = bytes.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      offset += lengthSize
      guard length <= UInt64(bytes.count - offset) else { return nil }
      let end = offset + Int(length)
      let tree = length == 0 ? nil : Tree(bytes: bytes, from: offset, to: end)
      guard (tree == nil) == (length == 0) else { return nil }
      trees.append(tree)
      offset = end
    }
    guard offset == bytes.count, trees.count.isMultiple(of: 3) else { return nil }
    var decoded: [StoredChange] = []
    for index in stride(from: 0, to: trees.count, by: 3) {
      let head = trees[index] ?? .null
      var change = StoredChange(head)
      (change.old, change.new) = (trees[index + 1], trees[index + 2])
      if let list = head["list"] {
        guard let old = change.old, let new = ListScript(reading: list)?.list(from: old) else {
          return nil
        }
        change.new = new
      }
      decoded.append(change)
    }
    return decoded
  }

  /// The change for a plan file, as a tree that JSON can represent.
  var planned: TreeLiteral {
    guard let list else { return .tree(tree) }
    var head = self
    (head.old, head.new) = (nil, nil)
    return head.literal(adding: list.entries)
  }

  private func literal(adding entries: [(String, TreeLiteral)]) -> TreeLiteral {
    .map(tree.children.map { ($0.key ?? "", .tree($0)) } + entries)
  }

  private var tree: Tree {
    var entries: [(String, TreeLiteral)] = [("path", .string("\(path)"))]
    if let old { entries.append(("old", .tree(StoredTree.encoded(old)))) }
    if let new { entries.append(("new", .tree(StoredTree.encoded(new)))) }
    if unit != path { entries.append(("unit", .string("\(unit)"))) }
    if let recorded {
      // An earlier version of Tane treated null as absent.
      entries.append(("recorded", .tree(StoredTree.encoded(recorded.value ?? .null))))
      if recorded.value?.isNull == true { entries.append(("recordedNull", true)) }
      if let blob = recorded.blob { entries.append(("recordedBytes", blob.literal)) }
    }
    if let unrecorded { entries.append(("unrecorded", .string("\(unrecorded)"))) }
    if let changedList { entries += changedList.entries }
    return Tree(.map(entries))
  }

  static func changes(in tree: Tree) -> [StoredChange] {
    tree.children.map { StoredChange($0) }
  }
}

/// The identification of a list that a run changes in part.
///
/// A run's changes contain only values that differ at their index. If the list was edited by hand
/// in the meantime, applying the changes could change another element, or move the edit to one.
enum ChangedList: Sendable {
  /// The run adds, removes or moves elements: the digests of the list before and after the run.
  case moved(before: String, after: String)
  /// The run changes only values inside elements: the member that identifies the elements, and the
  /// digest of its values.
  case fixed(member: String, elements: String)

  /// Returns the digest of a list in a resource with the given rules.
  static func digest(of list: Tree, by rules: ResourceRules) -> String {
    rules.canReadMapsAsLists
      ? PlannedList.digest(of: list.storedForm()) : TreeDigest(of: list).text
  }

  /// Returns the digest of a member's values in all elements of a list.
  static func digest(of list: Tree, identifiedBy member: String) -> String {
    let values = list.children.enumerated().map { index, element in
      (element.key ?? "\(index)", element[member].map { TreeLiteral.tree($0) } ?? .null)
    }
    return TreeDigest(of: Tree(.map(values))).text
  }

  var entries: [(String, TreeLiteral)] {
    switch self {
    case .moved(let before, let after):
      [("listBefore", .string(before)), ("listAfter", .string(after))]
    case .fixed(let member, let elements):
      [("listMember", .string(member)), ("listElements", .string(elements))]
    }
  }
}

extension ChangedList {
  /// Reads the identification in a stored change, or returns nil if it has none.
  init?(reading tree: Tree) {
    if let before = tree["listBefore"]?.string, let after = tree["listAfter"]?.string {
      self = .moved(before: before, after: after)
    } else if let member = tree["listMember"]?.string, let elements = tree["listElements"]?.string {
      self = .fixed(member: member, elements: elements)
    } else {
      return nil
    }
  }
}

extension StoredChange {
  fileprivate init(_ tree: Tree) {
    let path = TreePath(parsing: tree["path"]?.string ?? "/")
    self.init(
      path: path,
      old: tree["old"].map(StoredTree.decoded),
      new: tree["new"].map(StoredTree.decoded),
      unit: tree["unit"]?.string.map { TreePath(parsing: $0) } ?? path,
      recorded: tree["recorded"].map {
        RecordedValue(
          value: $0.isNull && tree["recordedNull"] == nil ? nil : StoredTree.decoded($0),
          blob: BlobDigest(reading: tree["recordedBytes"])
        )
      },
      unrecorded: tree["unrecorded"]?.string.map { TreePath(parsing: $0) },
      changedList: ChangedList(reading: tree),
      list: PlannedList(reading: tree)
    )
  }
}

extension PlanStep {
  var storedChanges: [StoredChange] {
    var stored = changes.map {
      StoredChange(
        path: $0.path,
        old: $0.old,
        new: $0.new,
        unit: difference.outermostList(above: $0.path) ?? $0.path
      )
    }
    let partial = stored.indices.filter { stored[$0].unit != stored[$0].path }
    for (list, indices) in Dictionary(grouping: partial, by: { stored[$0].unit }) {
      stored[indices[0]].changedList = changedList(at: list, by: indices.map { changes[$0] })
    }
    return stored
  }

  /// Returns the identification of a list that changes in part, or nil if it does not exist.
  private func changedList(at list: TreePath, by changes: [Change]) -> ChangedList? {
    let rules = difference.rules
    guard let path = address.path.relative(list), let old = before.content.value(at: path) else {
      return nil
    }
    let new = old.applying(Changeset(changes: changes.compactMap { $0.relative(to: list) }))
    if let member = rules.identity(address).member(identifyingSameElementsOf: [old, new], at: path)
    {
      let elements = ChangedList.digest(of: old, identifiedBy: member)
      return .fixed(member: member, elements: elements)
    }
    return .moved(
      before: ChangedList.digest(of: old, by: rules),
      after: ChangedList.digest(of: new, by: rules)
    )
  }

  /// The step's changes for the journal.
  ///
  /// If Tane did not write the old value of a change, the change also contains the value that the
  /// ledger recorded.
  var journaledChanges: [StoredChange] {
    zip(storedChanges, changes).map { stored, change in
      var stored = stored
      stored.recorded = recordedValueIfEdited(change)
      stored.unrecorded = unrecordedPath(above: change)
      return stored
    }
  }
}
