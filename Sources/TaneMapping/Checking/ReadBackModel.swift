import TaneCore

/// The data of a Realtime Database, as written and as a type reads it back.
struct ReadBackModel {
  let written: Tree
  let read: Tree
  /// The number of scalars that a type can read.
  let leafCount: Int

  /// An explanation of how storing a node changed it.
  struct Change {
    let message: String
    let position: SourcePosition?
  }

  init(_ tree: Tree, model: MappingCheckOptions.Model) {
    written = tree
    let survey = TreeSurvey(tree)
    guard model == .realtimeDatabase, survey.hasServerTimestamp || survey.changesOnReadBack else {
      (read, leafCount) = (tree, survey.leafCount)
      return
    }
    read = tree.resolvingServerTimestamps().convertedToReadBackForm()
    leafCount = read.leafCount
  }

  /// Returns an explanation of how storing the data at a path changed it, or nil if no such change
  /// is known.
  ///
  /// `type` is the type that cannot read the data; `read` is the data as read back, or nil if it is
  /// missing.
  func change(at path: [String], expecting type: (any Any.Type)?, read: Tree?) -> Change? {
    guard let written = written[TreePath(path)] else { return explanationOfGap(at: path, read) }
    guard let read, !read.isNull else { return explanationOfLoss(of: written, isGone: read == nil) }
    switch (written.kind, read.kind) {
    case (.map, .list): return explanationOfConversion(of: written, to: read, expecting: type)
    case (.list, .map): return explanationOfConversion(of: written, from: read)
    default: return nil
    }
  }

  private func explanationOfLoss(of written: Tree, isGone: Bool) -> Change? {
    guard isGone || written.kind.isContainer, !written.existsInRealtimeDatabase else { return nil }
    let what =
      written.isNull
      ? "null"
      : written.children.isEmpty
        ? "an empty \(written.kind)" : "a \(written.kind) without values"
    return Change(
      message: "\(what) is written here, but the Realtime Database does not store it",
      position: written.position
    )
  }

  private func explanationOfConversion(
    of map: Tree,
    to list: Tree,
    expecting type: (any Any.Type)? = nil
  ) -> Change {
    let keys = map.children.filter(\.existsInRealtimeDatabase).compactMap(\.key)
    let shown = keys.prefix(3).joined(separator: ", ") + (keys.count > 3 ? ", …" : "")
    let holes = list.children.count { $0.isNull }
    let count = list.children.count.grouped
    let result =
      switch holes {
      case 0: count
      case 1: "\(count) with a null"
      default: "\(count) with \(holes.grouped) nulls"
      }
    let message =
      switch (keys.count, type.map(TypeName.text)) {
      case (1, nil): "written as a map with the key \(shown), read back as a list of \(result)"
      case (_, nil): "written as a map with the keys \(shown), read back as a list of \(result)"
      case (1, let type?):
        "written as a map with the key \(shown), read back as a list of \(result): "
          + "decoding \(type) will fail on the device"
      case (_, let type?):
        "written as a map with the keys \(shown), read back as a list of \(result): "
          + "decoding \(type) will fail on the device"
      }
    return Change(
      message: message,
      position: map.position
    )
  }

  private func explanationOfConversion(of list: Tree, from map: Tree) -> Change {
    let count = list.children.count
    let gaps = count - map.children.count
    return Change(
      message: "written as a list of \(count.grouped), read back as a map because "
        + "\(gaps.grouped) of its elements \(gaps == 1 ? "is" : "are") empty",
      position: list.position
    )
  }

  /// Returns an explanation of a null that fills a gap in a list, or nil if there is no such null.
  private func explanationOfGap(at path: [String], _ read: Tree?) -> Change? {
    let above = TreePath(path).parent
    guard let read, read.isNull, let map = written[above], map.kind == .map,
      let list = self.read[above], list.kind == .list
    else { return nil }
    return explanationOfConversion(of: map, to: list)
  }
}

extension Tree {
  /// A sample server time: 2023-11-14T22:13:20Z.
  private static let someTime: Int64 = 1_700_000_000_000

  /// Returns the tree with server timestamps replaced by a sample time, in milliseconds since 1970.
  fileprivate func resolvingServerTimestamps() -> Tree {
    guard hasServerTimestamp else { return self }
    var builder = TreeBuilder(sharing: self)
    Self.copy(self, into: &builder)
    return builder.finish()
  }

  private var hasServerTimestamp: Bool {
    tag == .serverTimestamp || children.contains { $0.hasServerTimestamp }
  }

  private static func copy(_ tree: Tree, into builder: inout TreeBuilder) {
    guard tree.hasServerTimestamp else { return builder.append(tree) }
    builder.setPosition(of: tree)
    guard tree.kind.isContainer else { return builder.append(someTime) }
    tree.kind == .list ? builder.beginList() : builder.beginMap()
    for child in tree.children {
      if tree.kind == .map { builder.setKey(of: child) }
      copy(child, into: &builder)
    }
    builder.endContainer()
  }
}

/// Properties of a tree, collected in one pass.
struct TreeSurvey {
  /// The number of scalars in the tree.
  private(set) var leafCount = 0
  /// A Boolean value indicating whether the tree contains a server timestamp.
  private(set) var hasServerTimestamp = false
  /// A Boolean value indicating whether the tree may change when read back from a Realtime
  /// Database.
  private(set) var changesOnReadBack = false

  init(_ tree: Tree) { visit(tree) }

  private mutating func visit(_ tree: Tree) {
    let children = tree.children
    switch tree.kind {
    case .list, .map:
      if children.isEmpty || tree.isReadBackAsList { changesOnReadBack = true }
      for child in children { visit(child) }
    case .null:
      leafCount += 1
      if tree.tag == .serverTimestamp { hasServerTimestamp = true }
      if tree.tag == .none { changesOnReadBack = true }
    default:
      leafCount += 1
    }
  }
}
