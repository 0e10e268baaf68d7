/// An edit that applies changes to the elements of a list.
struct ListEdit {
  /// An element of the edited list with the changes inside it; the tree of an added element is nil.
  typealias Element = (tree: Tree?, changes: ArraySlice<Change>)

  private let list: Tree
  private var isTaken: [Bool]
  /// The moved and added elements by their new index; an added element is nil.
  private var placed: [Int: Tree?] = [:]
  /// The changes inside elements, by the element's new index, or by a key that is not an index.
  private var inside: [ExactKey: ArraySlice<Change>] = [:]

  /// Returns the elements of a list after the given changes, in their new order.
  static func elements(
    of list: Tree,
    _ changes: ArraySlice<Change>,
    depth: Int
  ) -> [Element] {
    var edit = ListEdit(of: list)
    for change in changes { edit.note(change, depth: depth) }
    return edit.takeArrangedElements()
  }

  private init(of list: Tree) {
    self.list = list
    isTaken = [Bool](repeating: false, count: list.children.count)
  }

  private mutating func note(_ change: Change, depth: Int) {
    let key = change.path.components[depth]
    let isElement = change.path.components.count == depth + 1
    switch change.kind {
    case .removed where isElement, .extra where isElement:
      if let index = index(key) { isTaken[index] = true }
      return
    case .moved where isElement:
      guard let from = change.oldPath.flatMap({ index($0.components[depth]) }), let to = Int(key)
      else { return }
      isTaken[from] = true
      placed[to] = list[from]
      return
    case .added where isElement:
      if let to = Int(key) { placed.updateValue(nil, forKey: to) }
    default: break
    }
    inside[ExactKey(key), default: []].append(change)
  }

  private func index(_ key: String) -> Int? {
    Int(key).flatMap { list.children.indices.contains($0) ? $0 : nil }
  }

  private mutating func takeArrangedElements() -> [Element] {
    var elements: [Element] = []
    var next = 0
    while true {
      while next < isTaken.count, isTaken[next] { next += 1 }
      if let element = placed.removeValue(forKey: elements.count) {
        elements.append((element, takeChanges(at: elements.count)))
      } else if next < isTaken.count {
        elements.append((list[next], takeChanges(at: elements.count)))
        next += 1
      } else {
        break
      }
    }
    // Elements without an index, or with an index beyond the list's end, come last.
    for (index, element) in placed.sorted(by: { $0.key < $1.key }) {
      elements.append((element, takeChanges(at: index)))
    }
    let rest = inside.sorted { KeyOrder.precedes($0.key.text, $1.key.text) }
    return elements + rest.map { (nil, $0.value) }
  }

  private mutating func takeChanges(at index: Int) -> ArraySlice<Change> {
    inside.isEmpty ? [] : inside.removeValue(forKey: ExactKey(String(index))) ?? []
  }
}
