/// One linear merge of two trees, over their flat memory.
struct TreeComparison {
  private let oldTree: Tree
  private let newTree: Tree
  private let oldNodes: UnsafeBufferPointer<NodeRecord>
  private let newNodes: UnsafeBufferPointer<NodeRecord>
  private let oldText: UnsafeBufferPointer<UInt8>
  private let newText: UnsafeBufferPointer<UInt8>
  private var path: [Step] = []
  private var changes: [Change] = []
  private var unchangedCount = 0

  /// A step of the path, named only when a change is found below it.
  private enum Step {
    case key(ofNew: Bool, node: Int)
    case index(Int)
  }

  static func run(_ old: Tree, _ new: Tree, into changeset: inout Changeset) {
    guard !old.isNull || !new.isNull else { return }
    guard !old.isNull, !new.isNull else {
      changeset.changes = [
        Change(path: .root, old: old.isNull ? nil : old, new: new.isNull ? nil : new)
      ]
      return
    }
    old.storage.nodes.withUnsafeBufferPointer { oldNodes in
      old.storage.text.withUnsafeBufferPointer { oldText in
        new.storage.nodes.withUnsafeBufferPointer { newNodes in
          new.storage.text.withUnsafeBufferPointer { newText in
            var comparison = TreeComparison(
              oldTree: old,
              newTree: new,
              oldNodes: oldNodes,
              newNodes: newNodes,
              oldText: oldText,
              newText: newText
            )
            comparison.compare(old.index, new.index)
            changeset.changes = comparison.changes
            changeset.unchangedCount = comparison.unchangedCount
          }
        }
      }
    }
  }

  private mutating func compare(_ old: Int, _ new: Int) {
    let (oldKind, newKind) = (oldNodes[old].kind, newNodes[new].kind)
    switch (oldKind, newKind) {
    case (.map, .map): mergeMaps(oldNodes[old].childRange, newNodes[new].childRange)
    case (.list, .list): mergeLists(oldNodes[old].childRange, newNodes[new].childRange)
    default:
      if !oldKind.isContainer, !newKind.isContainer, isSameScalar(old, new) {
        unchangedCount += 1
      } else {
        record(old: old, new: new)
      }
    }
  }

  private mutating func mergeMaps(_ old: Range<Int>, _ new: Range<Int>) {
    var (oldIndex, newIndex) = (old.lowerBound, new.lowerBound)
    while oldIndex < old.upperBound || newIndex < new.upperBound {
      let order =
        oldIndex == old.upperBound
        ? 1 : newIndex == new.upperBound ? -1 : compareKeys(oldIndex, newIndex)
      path.append(.key(ofNew: order > 0, node: order > 0 ? newIndex : oldIndex))
      if order == 0 {
        compare(oldIndex, newIndex)
      } else {
        record(old: order < 0 ? oldIndex : nil, new: order > 0 ? newIndex : nil)
      }
      path.removeLast()
      if order <= 0 { oldIndex += 1 }
      if order >= 0 { newIndex += 1 }
    }
  }

  private mutating func mergeLists(_ old: Range<Int>, _ new: Range<Int>) {
    for offset in 0..<max(old.count, new.count) {
      path.append(.index(offset))
      switch (offset < old.count, offset < new.count) {
      case (true, true): compare(old.lowerBound + offset, new.lowerBound + offset)
      case (true, false): record(old: old.lowerBound + offset, new: nil)
      default: record(old: nil, new: new.lowerBound + offset)
      }
      path.removeLast()
    }
  }

  private func compareKeys(_ old: Int, _ new: Int) -> Int {
    let oldKey = UnsafeBufferPointer(rebasing: oldText[oldNodes[old].keyRange])
    let newKey = UnsafeBufferPointer(rebasing: newText[newNodes[new].keyRange])
    if oldKey.count == newKey.count, oldKey.elementsEqual(newKey) { return 0 }
    return KeyOrder.compare(oldKey, newKey)
  }

  private func isSameScalar(_ old: Int, _ new: Int) -> Bool {
    let (oldNode, newNode) = (oldNodes[old], newNodes[new])
    if oldNode.kind == newNode.kind, oldNode.tag == newNode.tag {
      switch oldNode.kind {
      case .string, .decimal:
        return oldText[oldNode.textRange].elementsEqual(newText[newNode.textRange])
      case .double: break
      default: return oldNode.payload == newNode.payload
      }
    }
    if newNode.tag == .serverTimestamp {
      return oldNode.kind.isNumber || oldNode.tag == newNode.tag
    }
    let oldScalar = Tree(storage: oldTree.storage, index: old)
    return oldScalar.hasSameScalar(as: Tree(storage: newTree.storage, index: new))
  }

  private mutating func record(old: Int?, new: Int?) {
    let components = path.map { step in
      switch step {
      case .index(let index): String(index)
      case .key(ofNew: true, let node): newTree.storage.string(newNodes[node].keyRange)
      case .key(ofNew: false, let node): oldTree.storage.string(oldNodes[node].keyRange)
      }
    }
    changes.append(
      Change(
        path: TreePath(components),
        old: old.map { Tree(storage: oldTree.storage, index: $0) },
        new: new.map { Tree(storage: newTree.storage, index: $0) }
      )
    )
  }
}
