/// A writer of JSON Patch operations, ordered so that each path is valid when its operation is
/// applied.
///
/// Operations on a list come in this order: removals by descending index, moves, additions by
/// ascending index, and changes inside elements, which use the new indices.
struct JSONPatchWriter {
  private(set) var operations: [JSONPatch.Operation] = []

  /// Writes the changes at a node of the new tree and below it.
  mutating func write(_ changes: ArraySlice<Change>, at path: TreePath, of node: Tree) {
    let depth = path.components.count
    if let first = changes.first, first.path.components.count == depth {
      // The root cannot be added or removed, only replaced.
      return operations.append(.replace(path, first.new ?? .null))
    }
    if node.kind == .list {
      writeList(changes, at: path, of: node)
    } else {
      writeMap(changes, at: path, of: node)
    }
  }

  private mutating func writeMap(_ changes: ArraySlice<Change>, at path: TreePath, of node: Tree) {
    let depth = path.components.count
    for (key, changes) in ChangeApplication.groups(of: changes, depth: depth) {
      let place = path.appending(key.text)
      if let change = changes.first, change.path.components.count == depth + 1 {
        switch (change.kind, change.new) {
        case (_, nil): operations.append(.remove(place))
        case (.added, let new?): operations.append(.add(place, new))
        case (_, let new?): operations.append(.replace(place, new))
        }
      } else if let child = node[key.text] {
        write(changes, at: place, of: child)
      }
    }
  }

  private mutating func writeList(_ changes: ArraySlice<Change>, at path: TreePath, of list: Tree) {
    let depth = path.components.count
    var removed: [Int] = []
    var moved: [ListMoves.Move] = []
    var added: [(index: Int, value: Tree)] = []
    var inside: [Int: ArraySlice<Change>] = [:]
    for change in changes {
      guard let index = Int(change.path.components[depth]) else { continue }
      let isElement = change.path.components.count == depth + 1
      switch (change.kind, isElement) {
      case (.removed, true), (.extra, true): removed.append(index)
      case (.moved, true):
        let source = change.oldPath.flatMap { Int($0.components[depth]) } ?? index
        moved.append(ListMoves.Move(from: source, to: index))
      case (.added, true): added.append((index, change.new ?? .null))
      default: inside[index, default: []].append(change)
      }
    }
    for index in removed.sorted(by: >) { operations.append(.remove(path.appending(index))) }
    let steps = ListMoves.steps(
      moved,
      removed: removed,
      added: added.map(\.index),
      count: list.children.count - added.count
    )
    for step in steps {
      operations.append(.move(from: path.appending(step.from), to: path.appending(step.to)))
    }
    for (index, value) in added.sorted(by: { $0.index < $1.index }) {
      operations.append(.add(path.appending(index), value))
    }
    for (index, changes) in inside.sorted(by: { $0.key < $1.key }) {
      write(changes, at: path.appending(index), of: list[index])
    }
  }
}

extension TreePath {
  fileprivate func appending(_ index: Int) -> TreePath { appending(String(index)) }
}
