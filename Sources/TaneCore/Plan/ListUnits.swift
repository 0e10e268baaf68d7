/// The parts of a resource that a three-way comparison decides on as one.
///
/// An index alone does not tell which element is meant: an element of a list is a unit only where the environment, the
/// fixtures and what was recorded have the same keys and identities in the same order. Otherwise the list is one unit.
package struct ListUnits {
  private let difference: ResourceDifference
  private let recorded: Tree?
  private let identity: ListIdentity
  /// By list, whether its elements are units.
  private var alike: [TreePath: Bool] = [:]

  /// Prepares the units of a difference; `recorded` is the resource's recorded content.
  package init(of difference: ResourceDifference, recorded: Tree?) {
    self.difference = difference
    self.recorded = recorded
    identity = difference.rules.identity(difference.address)
  }

  /// Returns the place of a change, or of the list or the element of a list that holds it.
  package mutating func unit(of change: Change) -> TreePath {
    guard let list = difference.outermostList(above: change.path) else { return change.path }
    guard change.path.components.count > list.components.count, hasSameElements(list) else {
      return list
    }
    return TreePath(Array(change.path.components[...list.components.count]))
  }

  private mutating func hasSameElements(_ list: TreePath) -> Bool {
    if let known = alike[list] { return known }
    let sides = [difference.written.old, difference.written.new, recorded].map {
      $0.flatMap { difference.value(of: $0, at: list) }
    }
    let isAlike = isSameList(sides[0], sides[1], list) && isSameList(sides[1], sides[2], list)
    alike[list] = isAlike
    return isAlike
  }

  private func isSameList(_ left: Tree?, _ right: Tree?, _ list: TreePath) -> Bool {
    guard let left, let right, left.children.count == right.children.count else { return false }
    let place = difference.address.path.relative(list) ?? .root
    let members =
      identity.rules.filter { $0.lists.matchesExactly(place) }.map(\.member) + identity.members
      + identity.names
    return zip(left.children, right.children).allSatisfy { left, right in
      left.key == right.key
        && isSameElement(left, right, at: list.appending(left.key ?? ""), members)
    }
  }

  /// Compares the first identifying member that one of two elements has.
  private func isSameElement(
    _ left: Tree,
    _ right: Tree,
    at place: TreePath,
    _ members: [String]
  ) -> Bool {
    guard left.kind == .map || right.kind == .map,
      let member = members.first(where: { left[$0] != nil || right[$0] != nil })
    else { return true }
    return difference.isSame(left[member], right[member], at: place.appending(member))
  }
}
