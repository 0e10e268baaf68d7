/// A step of a plan: the changes to one resource, written atomically.
public struct PlanStep: Sendable {
  /// The difference of the resource, including extras.
  package let difference: ResourceDifference
  /// The changes that are written.
  public let changes: [Change]
  private let recorded: RecordedResource

  /// Creates a step from changes in a difference, or returns nil if there are none.
  init?(
    _ difference: ResourceDifference,
    making changes: [Change],
    recorded: RecordedResource = RecordedResource()
  ) {
    if changes.isEmpty { return nil }
    self.changes = changes
    self.difference = difference
    self.recorded = recorded
  }

  /// Returns the recorded value if a change replaces a value that Tane did not write.
  ///
  /// Returns nil if Tane wrote the replaced value, or if nothing is recorded and nothing is
  /// replaced.
  package func recordedValueIfEdited(_ change: Change) -> RecordedValue? {
    func value(of resource: Resource) -> Tree? {
      difference.value(of: resource.content, at: change.path)
    }
    let wasWrittenByTane = recorded.candidates(at: address).contains { resource in
      (!difference.isObject || resource.blob == before.blob)
        && difference.isSame(value(of: resource), change.old, at: change.path)
    }
    if wasWrittenByTane || recorded.isEmpty && change.old == nil { return nil }
    return RecordedValue(
      value: recorded.last.flatMap(value)?.removing(difference.rules.unchecked),
      blob: recorded.last?.blob
    )
  }

  /// Returns the path of the outermost unrecorded node above a change, or nil if the change's
  /// parent is recorded.
  package func unrecordedPath(above change: Change) -> TreePath? {
    let (last, root) = (recorded.last?.content, address.path.components.count)
    func isRecorded(_ path: TreePath) -> Bool {
      last.flatMap { difference.value(of: $0, at: path) } != nil
    }
    guard change.path.components.count > root, !isRecorded(change.path.parent) else { return nil }
    return (root..<change.path.components.count)
      .map { TreePath(Array(change.path.components[..<$0])) }.first { !isRecorded($0) }
  }

  /// The difference limited to the changes that are written.
  var made: ResourceDifference {
    changes.count == difference.written.changes.count ? difference : difference.limited(to: changes)
  }

  /// A Boolean value indicating whether the step writes all changes of the difference.
  package var writesAllChanges: Bool {
    let all = difference.written.changes
    return difference.written.ignoredCount == 0
      && changes.count == all.count && zip(changes, all).allSatisfy { $0.path == $1.path }
  }

  /// The address of the resource.
  public var address: Address { difference.address }

  /// The expected state of the resource before the step.
  package var before: Resource { difference.old }

  /// The state of the resource after the step, including all values that the step does not change.
  package var after: Resource {
    guard !difference.isObject else { return difference.new }
    let changes = changes.compactMap { $0.relative(to: address.path) }
    let content = before.content.applying(Changeset(changes: changes))
    return Resource(address, content)
  }

  /// A Boolean value indicating whether the resource is removed as a whole.
  package var removesResource: Bool {
    changes.contains { $0.path == address.path && $0.new == nil }
  }

  /// The addresses of written values that cannot be compared: passwords.
  package var secrets: [Address] {
    changes.flatMap { change -> [Address] in
      guard let new = change.new else { return [] }
      let paths =
        change.path == address.path
        ? difference.rules.unchecked.filter { new[$0] != nil }.sorted().map(change.path.appending)
        : change.path.key.map(difference.rules.unchecked.contains) == true ? [change.path] : []
      return paths.map { Address(service: address.service, path: $0) }
    }
  }

  /// The addresses that the step writes: those of the values in a Realtime Database, otherwise the
  /// address of the resource.
  package var places: [Address] {
    guard difference.rules.canReadMapsAsLists else { return [address] }
    return changes.map { Address(service: address.service, path: $0.path) }
  }
}
