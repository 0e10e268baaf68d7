import TaneCore

/// A record of the children of a list or map that types have requested, across all runs.
final class Visit {
  let tree: Tree
  /// The path from the root of the checked tree to the node.
  let path: LinkedPath
  /// The key type with which the map was opened first.
  private var firstKeyType: (any CodingKey.Type)?
  /// The key types with which the map was opened later, for example by a superclass.
  private var otherKeyTypes: [any CodingKey.Type] = []
  /// The type that opened the list or map first.
  private(set) var owner: (any Any.Type)?
  /// A Boolean value indicating whether the decoding of a type ended before it had requested all
  /// keys; unread keys are then inconclusive.
  var isIncomplete = false
  /// The results of decoding the node, by type; used only while faults are collected.
  var outcomes: [ObjectIdentifier: Outcome] = [:]

  /// The requested children among the first 64, one bit each; `otherRead` contains the others.
  private var firstRead: UInt64 = 0
  private var otherRead: [Bool] = []
  /// The visits of the children by index, or nil for children that were not visited.
  private(set) var children: [Visit?] = []
  private let childCount: Int

  init(_ tree: Tree, path: LinkedPath) {
    self.tree = tree
    self.path = path
    childCount = tree.children.count
    if childCount > 64 { otherRead = [Bool](repeating: false, count: childCount - 64) }
  }

  func markRead(_ index: Int) {
    if index < 64 { firstRead |= 1 << UInt64(index) } else { otherRead[index - 64] = true }
  }

  func markAllRead() {
    firstRead = .max
    for index in otherRead.indices { otherRead[index] = true }
  }

  func isRead(_ index: Int) -> Bool {
    index < 64 ? firstRead & 1 << UInt64(index) != 0 : otherRead[index - 64]
  }

  /// Records that a type opened the map with a key type.
  func open(by keys: any CodingKey.Type, for owner: (any Any.Type)?) {
    if firstKeyType == nil {
      (firstKeyType, self.owner) = (keys, owner)
    } else if firstKeyType != keys, !otherKeyTypes.contains(where: { $0 == keys }) {
      otherKeyTypes.append(keys)
    }
  }

  /// Records that a type opened the list.
  func open(for owner: (any Any.Type)?) {
    if self.owner == nil { self.owner = owner }
  }

  /// The key types with which the map was opened, in order.
  var keyTypes: [any CodingKey.Type] { (firstKeyType.map { [$0] } ?? []) + otherKeyTypes }

  /// Returns the visit of a child, or nil if it is a scalar.
  func child(_ child: Tree, at index: Int) -> Visit? {
    guard child.kind.isContainer else { return nil }
    if children.isEmpty { children = [Visit?](repeating: nil, count: childCount) }
    if let known = children[index] { return known }
    let visit = Visit(child, path: LinkedPath(parent: self, index: index))
    children[index] = visit
    return visit
  }

  /// Calls a function with this visit and those of its descendants, in tree order.
  func forEach(_ body: (Visit) -> Void) {
    body(self)
    for case let child? in children { child.forEach(body) }
  }

  /// The indices of the unread children.
  var unread: [Int] {
    let readCount = firstRead.nonzeroBitCount
    return childCount <= min(readCount, 64) ? [] : (0..<childCount).filter { !isRead($0) }
  }
}

/// The path of a visited node, as links to its ancestors; expanded only for findings.
struct LinkedPath {
  unowned let parent: Visit?
  let index: Int

  static var root: LinkedPath { LinkedPath(parent: nil, index: 0) }

  /// The keys from the root to the node; the key of a list element is its index.
  var components: [String] {
    guard let parent else { return [] }
    return parent.path.components + [parent.tree.children[index].key ?? String(index)]
  }
}
