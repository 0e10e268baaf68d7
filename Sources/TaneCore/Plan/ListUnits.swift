/// The units of a resource, each of which a three-way comparison treats as one value.
///
/// An index alone does not identify an element. Elements of a list are therefore units only if one
/// member identifies all of them, and if the environment, the fixtures and the record have the same
/// elements in the same order. Otherwise the whole list is one unit.
package struct ListUnits {
  private let difference: ResourceDifference
  private let recorded: Tree?
  private let identity: ListIdentity
  /// A cache by list path: true if the elements of the list are units.
  private var alike: [TreePath: Bool] = [:]

  /// Creates the units of a difference; `recorded` is the resource's recorded content, if any.
  package init(of difference: ResourceDifference, recorded: Tree?) {
    self.difference = difference
    self.recorded = recorded
    identity = difference.rules.identity(difference.address)
  }

  /// Returns the path of the unit that contains a change: the changed node itself, its list, its
  /// list element, or the parent of keys that are written together.
  package mutating func unit(of change: Change) -> TreePath {
    if let path = difference.address.path.relative(change.path), difference.rules.isJoined(path) {
      return change.path.parent
    }
    guard let list = difference.outermostList(above: change.path) else { return change.path }
    guard change.path.components.count > list.components.count, hasSameElements(list) else {
      return list
    }
    return TreePath(Array(change.path.components[...list.components.count]))
  }

  private mutating func hasSameElements(_ list: TreePath) -> Bool {
    if let known = alike[list] { return known }
    let sides = [difference.written.old, difference.written.new, recorded].compactMap {
      $0.flatMap { difference.value(of: $0, at: list) }
    }
    let path = difference.address.path.relative(list) ?? .root
    let isAlike = sides.count == 3 && identity.hasSameElements(sides, at: path)
    alike[list] = isAlike
    return isAlike
  }
}

extension ListIdentity {
  /// Returns true if one member identifies all elements of the lists at a path of a resource, and
  /// the lists have the same elements in the same order.
  package func hasSameElements(_ lists: [Tree], at path: TreePath) -> Bool {
    member(identifyingSameElementsOf: lists, at: path) != nil
  }

  /// Returns the member that identifies all elements of the lists at a path of a resource, or nil if
  /// there is none or the lists do not have the same elements in the same order.
  package func member(identifyingSameElementsOf lists: [Tree], at path: TreePath) -> String? {
    guard let first = lists.first, !first.children.isEmpty,
      lists.allSatisfy({ $0.children.count == first.children.count }),
      let member = members(of: path).first(where: { member in
        lists.allSatisfy { isIdentified($0, by: member) }
      })
    else { return nil }
    let isSame = lists.dropFirst().allSatisfy { list in
      zip(first.children, list.children).allSatisfy { left, right in
        left.key == right.key && left[member] == right[member]
      }
    }
    return isSame ? member : nil
  }

  private func members(of path: TreePath) -> [String] {
    rules.filter { $0.lists.matchesExactly(path) }.map(\.member) + members + names
  }

  /// Returns true if a member has a distinct string or integer in every element of a list.
  private func isIdentified(_ list: Tree, by member: String) -> Bool {
    var seen: Set<String> = []
    return list.children.allSatisfy { element in
      guard let value = element[member], let text = value.string ?? value.integer.map({ "\($0)" })
      else { return false }
      return seen.insert("\(value.kind) \(text)").inserted
    }
  }
}
