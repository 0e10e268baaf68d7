import TaneCore

/// A model of a Realtime Database: every scalar and every priority by its path.
///
/// It is slow, and shares no code with the code under test.
struct FlatDatabase: Equatable {
  private var scalars: [TreePath: Tree] = [:]
  private var priorities: [TreePath: Tree] = [:]

  init() {}

  init(_ tree: Tree) {
    set(tree, at: .root)
  }

  /// Replaces the node or the priority at a path.
  mutating func set(_ data: Tree, at path: TreePath) {
    if path.key == ".priority" {
      priorities[path.parent] = data.isNull ? nil : data
      return dropPrioritiesOfNothing()
    }
    scalars = scalars.filter { !path.contains($0.key) }
    priorities = priorities.filter { !path.contains($0.key) }
    var added = FlatDatabase()
    added.add(data, at: path)
    if !added.scalars.isEmpty { scalars = scalars.filter { !$0.key.contains(path) } }
    scalars.merge(added.scalars) { $1 }
    priorities.merge(added.priorities) { $1 }
    dropPrioritiesOfNothing()
  }

  private mutating func add(_ data: Tree, at path: TreePath) {
    if let priority = data[".priority"], !priority.isNull { priorities[path] = priority }
    if let value = data[".value"] { return add(value, at: path) }
    guard data.kind.isContainer else {
      if !data.isNull { scalars[path] = data }
      return
    }
    for (index, child) in data.children.enumerated() where child.key != ".priority" {
      add(child, at: path.appending(child.key ?? String(index)))
    }
  }

  private mutating func dropPrioritiesOfNothing() {
    priorities = priorities.filter { place, _ in scalars.keys.contains { place.contains($0) } }
  }

  /// Returns the node at a path as a separate database.
  func node(at path: TreePath) -> FlatDatabase {
    var node = FlatDatabase()
    for (place, value) in scalars { path.relative(place).map { node.scalars[$0] = value } }
    for (place, value) in priorities { path.relative(place).map { node.priorities[$0] = value } }
    return node
  }

  /// The database without its priorities.
  var values: FlatDatabase {
    var values = self
    values.priorities = [:]
    return values
  }
}

extension FlatDatabase: CustomStringConvertible {
  /// Every scalar and every priority by its path, in key order.
  var description: String {
    let lines =
      scalars.map { ($0.key, JSON($0.value).text) }
      + priorities.map { ($0.key.appending(".priority"), JSON($0.value).text) }
    return lines.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
  }
}
