import TaneCore

/// A matching of the elements of two lists, as in a diff.
struct ElementMatch {
  /// The origin of an element of the new list.
  enum Origin {
    /// The old element with the given index, which keeps its place among the kept ones.
    case kept(Int)
    /// The old element with the given index, which has another place.
    case moved(Int)
    /// No old element.
    case added
  }

  /// The origins of the new elements.
  private(set) var origins: [Origin]
  /// For each old element, true if it keeps its place.
  private(set) var isKept: [Bool]
  /// The indices of the old elements that have another place.
  private(set) var moved: Set<Int> = []

  init(from old: Tree, to new: Tree) {
    origins = Array(repeating: .added, count: new.children.count)
    isKept = Array(repeating: true, count: old.children.count)
    var isNew = Array(repeating: false, count: new.children.count)
    let options = ComparisonOptions(lists: .byIdentity(ListIdentity()), numbers: .byKind)
    let changeset = Changeset(from: old, to: new, options: options, reportsOrder: false)
    for change in changeset.changes where change.path.components.count == 1 {
      let index = change.path.components.last.flatMap { Int($0) } ?? 0
      switch change.kind {
      case .added: isNew[index] = true
      case .removed: isKept[index] = false
      case .moved:
        guard let origin = change.oldPath?.components.last.flatMap({ Int($0) }) else { continue }
        isKept[origin] = false
        moved.insert(origin)
        (origins[index], isNew[index]) = (.moved(origin), true)
      case .changed, .extra, .reordered: continue
      }
    }
    let staying = zip(isNew.indices.filter { !isNew[$0] }, isKept.indices.filter { isKept[$0] })
    for (index, origin) in staying { origins[index] = .kept(origin) }
    keepReplacedElements()
  }

  /// Matches elements that were replaced by equally many others at the same place.
  private mutating func keepReplacedElements() {
    var (start, origin) = (0, 0)
    for end in 0...origins.count {
      var next = isKept.count
      if end < origins.count {
        guard case .kept(let index) = origins[end] else { continue }
        next = index
      }
      let added = (start..<end).filter { if case .added = origins[$0] { true } else { false } }
      let removed = (origin..<next).filter { !isKept[$0] && !moved.contains($0) }
      if added.count == end - start, removed.count == added.count {
        for (index, origin) in zip(added, removed) {
          (origins[index], isKept[origin]) = (.kept(origin), true)
        }
      }
      (start, origin) = (end + 1, next + 1)
    }
  }
}
