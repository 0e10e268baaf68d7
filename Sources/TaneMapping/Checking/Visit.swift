import TaneCore

/// What types have asked for in one list or map, however often and as whatever it was decoded.
final class Visit {
  let tree: Tree
  /// The keys from the checked tree's root to the node.
  let path: LinkedPath
  /// The type of the keys by which a type first opened the map.
  private var firstKeyType: (any CodingKey.Type)?
  /// Those by which it was opened again, as a class opens its superclass's.
  private var otherKeyTypes: [any CodingKey.Type] = []
  /// The type that opened the list or map first.
  private(set) var owner: (any Any.Type)?
  /// Whether a type stopped before it asked for everything, so that what is unread means nothing.
  var isCutShort = false
  /// What types made of the node; only kept while faults are collected.
  var outcomes: [ObjectIdentifier: Outcome] = [:]

  /// Whether the children have been asked for: the first 64, and those after them where there are more.
  private var firstRead: UInt64 = 0
  private var otherRead: [Bool] = []
  /// The visits of the children, where there is one.
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

  /// Notes that a type opened the map by its keys.
  func open(by keys: any CodingKey.Type, for owner: (any Any.Type)?) {
    if firstKeyType == nil {
      (firstKeyType, self.owner) = (keys, owner)
    } else if firstKeyType != keys, !otherKeyTypes.contains(where: { $0 == keys }) {
      otherKeyTypes.append(keys)
    }
  }

  /// Notes that a type opened the list.
  func open(for owner: (any Any.Type)?) {
    if self.owner == nil { self.owner = owner }
  }

  /// The types of the keys by which the map was opened.
  var keyTypes: [any CodingKey.Type] { (firstKeyType.map { [$0] } ?? []) + otherKeyTypes }

  /// The visit of a child; nil for a scalar.
  func child(_ child: Tree, at index: Int) -> Visit? {
    guard child.kind.isContainer else { return nil }
    if children.isEmpty { children = [Visit?](repeating: nil, count: childCount) }
    if let known = children[index] { return known }
    let visit = Visit(child, path: LinkedPath(parent: self, index: index))
    children[index] = visit
    return visit
  }

  /// Calls a function with the visit and all below it, in the order of the tree.
  func forEach(_ body: (Visit) -> Void) {
    body(self)
    for case let child? in children { child.forEach(body) }
  }

  /// The places of the children that nobody has asked for.
  var unread: [Int] {
    let readCount = firstRead.nonzeroBitCount
    return childCount <= min(readCount, 64) ? [] : (0..<childCount).filter { !isRead($0) }
  }
}

/// The way from a visited node up to the root: spelled out only when a finding needs it.
struct LinkedPath {
  unowned let parent: Visit?
  let index: Int

  static var root: LinkedPath { LinkedPath(parent: nil, index: 0) }

  /// The keys from the root, those of a list's elements being their indices.
  var components: [String] {
    guard let parent else { return [] }
    return parent.path.components + [parent.tree.children[index].key ?? String(index)]
  }
}
