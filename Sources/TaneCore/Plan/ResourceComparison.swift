/// A comparison of the resources of one service, by the rules of the service's kind.
package struct ResourceComparison: Sendable {
  private let shared: ResourceRules.Shared
  private let policy: PlanPolicy
  private let selection: FieldSelection

  /// The rules, without ignored patterns.
  var rules: ResourceRules { shared.value }

  /// Creates a comparison of the resources at the given addresses, within the scope of a policy.
  package init(_ rules: ResourceRules, _ policy: PlanPolicy, among addresses: [Address]) {
    var rules = rules
    // The ignored patterns come only from the policy, and are added for each resource.
    rules.options.ignored = []
    shared = ResourceRules.Shared(rules)
    self.policy = policy
    selection = FieldSelection(policy.scope, among: rules.canReadMapsAsLists ? nil : addresses)
  }

  /// Returns true if the scope covers a resource at least in part.
  package func includes(_ address: Address) -> Bool { selection.includes(address) }

  /// Compares observed resources with the fixtures.
  ///
  /// Resources below the same leaf are combined.
  package func compare(
    _ resources: [(desired: DesiredResource, found: Observation)]
  ) -> [ResourceDifference] {
    var differences: [ResourceDifference] = []
    var replaced: [Address: (leaf: Resource, desired: TreeAssembly)] = [:]
    for (desired, found) in resources {
      switch found {
      case .same(let tag): differences.append(unchanged(desired, tag: tag))
      case .found(let resource): differences.append(compare(resource, with: desired))
      case .below(let leaf):
        guard let place = leaf.address.path.relative(desired.address.path) else { continue }
        _ = replaced[leaf.address, default: (leaf, TreeAssembly())].desired
          .add(desired.content, at: place)
      }
    }
    differences += replaced.values.map { leaf, desired in
      compare(leaf, with: DesiredResource(leaf.address, desired.assembled()))
    }
    return differences.sorted { $0.address < $1.address }
  }

  /// Compares an observed resource with the fixtures.
  ///
  /// Nodes that exist only in the environment are extras, or removals if they are inside a list in
  /// the fixtures.
  package func compare(_ found: Resource, with desired: DesiredResource) -> ResourceDifference {
    let shown = rules.shown(found.content, desired.content)
    let new = Resource(desired.address, rules.held(desired), blob: desired.blob)
    // Equal contents are stored once.
    let old = found.replacingContent(shown.isIdentical(to: new.content) ? new.content : shown)
    var difference = difference(
      from: old,
      to: new,
      spelled: desired.content,
      at: desired.position
    ) { change in
      meaning(of: change, in: desired)
    }
    difference.isDescribed = desired.isDescribed
    if rules.canReadMapsAsLists {
      difference.lists = Set(
        difference.written.changes.compactMap { desired.outermostList(above: $0.path) }
      )
    }
    return difference
  }

  /// Compares an observed resource with the resource that a run writes in its place; each list at
  /// one of the given paths is compared as one value.
  package func compare(
    _ found: Resource,
    writing new: Resource,
    shiftedLists: Set<TreePath> = []
  ) -> ResourceDifference {
    difference(
      from: found.replacingContent(rules.shown(found.content, new.content)),
      to: new,
      spelled: nil,
      shiftedLists: shiftedLists,
      at: nil
    ) { [$0] }
  }

  /// Compares two complete resources: a node that is missing in the new one counts as removed.
  package func compare(from old: Resource, to new: Resource) -> ResourceDifference {
    difference(
      from: old.replacingContent(rules.shown(old.content, new.content)),
      to: new.replacingContent(rules.shown(new.content, old.content)),
      spelled: nil,
      at: nil
    ) { [$0] }
  }

  private func unchanged(_ desired: DesiredResource, tag: String?) -> ResourceDifference {
    let version = tag.map { ResourceVersion.tag($0) } ?? .none
    let held = rules.held(desired)
    let found = Resource(desired.address, held, blob: desired.blob, version: version)
    let form = ResourceDifference.Form(
      changes: [],
      unchangedCount: desired.blob != nil ? 1 : held.isNull ? 0 : held.leafCount,
      ignoredCount: 0,
      old: held,
      new: held
    )
    return ResourceDifference(
      old: found,
      new: found,
      written: form,
      readable: nil,
      rules: shared,
      uncheckedCount: 0,
      position: desired.position
    )
  }

  private func difference(
    from old: Resource,
    to new: Resource,
    spelled: Tree?,
    shiftedLists: Set<TreePath> = [],
    at position: SourcePosition?,
    as meaning: (Change) -> [Change]
  ) -> ResourceDifference {
    let unchecked = rules.unchecked.filter { old.content[$0] != nil && new.content[$0] != nil }
    let old = old.replacingContent(old.content.removing(unchecked))
    let new = new.replacingContent(new.content.removing(unchecked))
    let isObject = old.blob != nil || new.blob != nil
    let written =
      isObject
      ? objectForm(old, new, as: meaning)
      : treeForm(old, new, spelled, shiftedLists, as: meaning)
    return ResourceDifference(
      old: old,
      new: new,
      written: written,
      readable: isObject
        ? nil : readableForm(of: written, spelled: spelled, at: new.address, meaning: meaning),
      rules: rules(at: new.address),
      uncheckedCount: unchecked.count,
      position: position
    )
  }

  /// Returns the rules, including the ignored patterns at and below a resource.
  func rules(at address: Address) -> ResourceRules.Shared {
    let ignored = policy.ignored.flatMap { $0.patterns(below: address) }
    guard !ignored.isEmpty else { return shared }
    var rules = rules
    rules.options.ignored = ignored
    return ResourceRules.Shared(rules)
  }

  // MARK: Objects

  /// Returns the form of an object's difference; an object is compared as a whole.
  private func objectForm(
    _ old: Resource,
    _ new: Resource,
    as meaning: (Change) -> [Change]
  ) -> ResourceDifference.Form {
    let isSame = old.exists == new.exists && old.blob == new.blob && old.content == new.content
    let isIgnored = !isSame && policy.ignored.contains { $0.matches(new.address) }
    let change = Change(
      path: new.address.path,
      old: old.exists ? old.content : nil,
      new: new.exists ? new.content : nil
    )
    return ResourceDifference.Form(
      changes: isSame || isIgnored ? [] : meaning(change),
      unchangedCount: isSame ? 1 : 0,
      ignoredCount: isIgnored ? 1 : 0,
      old: old.content,
      new: new.content
    )
  }

  // MARK: Trees

  private func treeForm(
    _ old: Resource,
    _ new: Resource,
    _ spelled: Tree?,
    _ shiftedLists: Set<TreePath>,
    as meaning: (Change) -> [Change]
  ) -> ResourceDifference.Form {
    let changeset = changeset(
      from: old.content,
      to: new.content,
      spelled,
      shiftedLists,
      at: new.address
    )
    return form(changeset, old.content, new.content, at: new.address, as: meaning)
  }

  private func changeset(
    from old: Tree,
    to new: Tree,
    _ spelled: Tree?,
    _ shiftedLists: Set<TreePath>,
    at address: Address
  ) -> Changeset {
    let rules = rules(at: address).value
    // Keys that fixtures do not own must be preserved in lists.
    guard let spelled, rules.canReadMapsAsLists, !policy.own.values.contains(.listed) else {
      let paths = rules.canReadMapsAsLists ? shiftedLists : []
      return ShiftedLists(from: old, to: new, writtenAt: paths, at: address, rules: rules).changeset
    }
    return ShiftedLists(from: old, to: new, spelled: spelled, at: address, rules: rules).changeset
  }

  func form(
    _ changeset: Changeset,
    _ old: Tree,
    _ new: Tree,
    at address: Address,
    as meaning: (Change) -> [Change]
  ) -> ResourceDifference.Form {
    let joined = joiningIndivisible(changeset.changes, from: old, to: new)
    let changes = selection.coveredChanges(among: joined, in: address).flatMap(meaning)
    return ResourceDifference.Form(
      changes: changes,
      unchangedCount: selection.unchangedCount(
        changeset.unchangedCount,
        of: new,
        besides: changes,
        in: address
      ),
      ignoredCount: changeset.ignoredCount,
      old: old,
      new: new
    )
  }

  /// Returns the changes, with all changes inside an indivisible value joined into one change.
  private func joiningIndivisible(_ changes: [Change], from old: Tree, to new: Tree) -> [Change] {
    guard let isWhole = rules.isWhole else { return changes }
    var joined: [Change] = []
    for change in changes {
      guard let path = Self.whole(above: change.path, old, new, isWhole) else {
        joined.append(change)
        continue
      }
      // All changes of one value are adjacent.
      guard joined.last?.path != path else { continue }
      joined.append(Change(path: path, old: old[path], new: new[path]))
    }
    return joined
  }

  private static func whole(
    above path: TreePath,
    _ old: Tree,
    _ new: Tree,
    _ isWhole: (Tree) -> Bool
  ) -> TreePath? {
    path.components.indices.lazy.dropFirst()
      .map { TreePath(Array(path.components[..<$0])) }
      .first { (old[$0].map(isWhole) ?? false) || (new[$0].map(isWhole) ?? false) }
  }

  // MARK: The meaning of fixtures

  /// Returns the effect of a change, given that fixtures may be partial.
  ///
  /// A removal stays a removal inside a list, or if the fixtures describe an alternative that
  /// replaces the key. Other removals become extras or are dropped.
  private func meaning(of change: Change, in desired: DesiredResource) -> [Change] {
    guard change.kind == .removed else { return [change] }
    let parent = Address(service: desired.address.service, path: change.path.parent)
    if policy.own[parent] == .listed { return [] }
    guard let path = desired.address.path.relative(change.path) else { return [change.asExtra] }
    if desired.isInList || desired.content.hasList(on: path) { return [change] }
    if rules.isJoined(path),
      rules.alternatives.contains(where: { desired.content[path.parent]?[$0] != nil })
    {
      return [change]
    }
    // A map without any stored values in the fixtures may contain empty lists, each of which is a
    // separate value.
    guard rules.canReadMapsAsLists, let fixture = desired.content[path],
      !fixture.existsInRealtimeDatabase, !fixture.children.isEmpty,
      let old = change.old, old.kind.isContainer
    else { return [change.asExtra] }
    return old.children.flatMap { child in
      meaning(
        of: Change(path: change.path.appending(child.key ?? ""), old: child, new: nil),
        in: desired
      )
    }
  }
}

extension Resource {
  /// Returns the resource with different content, for display.
  fileprivate func replacingContent(_ content: Tree) -> Resource {
    Resource(address, content, blob: blob, version: version)
  }
}
