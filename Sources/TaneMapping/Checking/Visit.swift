import TaneCore

/// A record of the requests of all types in one list or map, over all decodings.
final class Visit {
  let tree: Tree
  /// The keys from the checked tree's root to the node.
  let path: LinkedPath
  /// The key type with which the map was first opened.
  private var firstKeyType: (any CodingKey.Type)?
  /// The key types with which the map was opened again, for example by a superclass.
  private var otherKeyTypes: [any CodingKey.Type] = []
  /// The type that first opened the list or map.
  private(set) var owner: (any Any.Type)?
  /// A Boolean value indicating whether a type's decoding ended before it had requested all its
  /// keys, which makes unread keys inconclusive.
  var isCutShort = false
  /// The results of decoding the node, by type; kept only while faults are collected.
  var outcomes: [ObjectIdentifier: Outcome] = [:]

  /// The requested children: a bit for each of the first 64, and an array for later children.
  private var firstRead: UInt64 = 0
  private var otherRead: [Bool] = []
  /// The visits of the children, by index; nil for children without a visit.
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

  /// Records that a type opened the map by its keys.
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

  /// The key types with which the map was opened.
  var keyTypes: [any CodingKey.Type] { (firstKeyType.map { [$0] } ?? []) + otherKeyTypes }

  /// Returns the visit of a child; nil for a scalar.
  func child(_ child: Tree, at index: Int) -> Visit? {
    guard child.kind.isContainer else { return nil }
    if children.isEmpty { children = [Visit?](repeating: nil, count: childCount) }
    if let known = children[index] { return known }
    let visit = Visit(child, path: LinkedPath(parent: self, index: index))
    children[index] = visit
    return visit
  }

  /// Calls a function with the visit and its descendants, in tree order.
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

/// The path from a visited node to the root, expanded only for a finding.
struct LinkedPath {
  unowned let parent: Visit?
  let index: Int

  static var root: LinkedPath { LinkedPath(parent: nil, index: 0) }

  /// The keys from the root, with indices for the elements of lists.
  var components: [String] {
    guard let parent else { return [] }
    return parent.path.components + [parent.tree.children[index].key ?? String(index)]
  }
}
