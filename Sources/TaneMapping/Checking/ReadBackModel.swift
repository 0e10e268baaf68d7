import TaneCore

/// The data as a type gets to see them, and as they were written.
struct ReadBackModel {
  let written: Tree
  let read: Tree

  init(_ tree: Tree, model: MappingCheckOptions.Model) {
    written = tree
    read = model == .realtimeDatabase ? tree.withTimestampsWritten().asReadBack() : tree
  }

  /// Why the data at a path are not what was written there; nil where they are.
  ///
  /// `read` is what the type found at the path, nil where it found nothing.
  func change(at path: [String], asking type: (any Any.Type)?, read: Tree?) -> Change? {
    guard let written = written[TreePath(path)] else { return hole(at: path, asking: type, read) }
    guard let read else {
      guard !written.existsInRealtimeDatabase else { return nil }
      let what = written.kind == .null ? "null" : "an empty \(written.kind)"
      return Change(
        message: "\(what) is written here, which the Realtime Database does not keep",
        position: written.position
      )
    }
    guard written.kind == .map, read.kind == .list else { return nil }
    return Change(
      message: listMessage(of: written, as: read, asking: type),
      position: written.position
    )
  }

  /// What happened to a node on its way.
  struct Change {
    let message: String
    let position: SourcePosition?
  }

  private func listMessage(of map: Tree, as list: Tree, asking type: (any Any.Type)?) -> String {
    let keys = map.children.prefix(3).compactMap(\.key).joined(separator: ", ")
    let more = map.children.count > 3 ? ", …" : ""
    let holes = list.children.count { $0.isNull }
    let nulls = holes == 0 ? "" : " with \(holes == 1 ? "a null" : counted(holes, "null"))"
    let wanted = type.map { ": \(TypeName.text(of: $0)) will fail on the device" } ?? ""
    return "written as a map with \(map.children.count == 1 ? "the key" : "keys") \(keys)\(more), "
      + "read back as a list of \(list.children.count.grouped)\(nulls)\(wanted)"
  }

  /// The explanation of a null that nobody wrote.
  private func hole(at path: [String], asking type: (any Any.Type)?, _ read: Tree?) -> Change? {
    guard let read, read.isNull, let key = path.last,
      let parent = written[TreePath(Array(path.dropLast()))], parent.kind == .map,
      let list = self.read[TreePath(Array(path.dropLast()))], list.kind == .list
    else { return nil }
    let message = listMessage(of: parent, as: list, asking: nil)
    let wanted = type.map { " no \(TypeName.text(of: $0))" } ?? " nothing"
    return Change(
      message: "\(message): there is\(wanted) at \(key)",
      position: parent.position
    )
  }
}

extension Tree {
  /// The time that stands for the one at which the server would write: 2023-11-14T22:13:20Z.
  private static let someTime: Int64 = 1_700_000_000_000

  /// The tree with a time, in milliseconds since 1970, where the server is to write one.
  fileprivate func withTimestampsWritten() -> Tree {
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
    builder.setPlace(of: tree)
    guard tree.kind.isContainer else { return builder.append(someTime) }
    tree.kind == .list ? builder.beginList() : builder.beginMap()
    for child in tree.children {
      if tree.kind == .map { builder.setKey(of: child) }
      copy(child, into: &builder)
    }
    builder.endContainer()
  }
}
