/// What a run does to one resource: all of it is made at once or not at all.
public struct PlanStep: Sendable {
  /// What differs, extras included.
  public let difference: ResourceDifference
  /// What is written, and nothing besides.
  public let changes: [Change]
  private let recorded: RecordedResource

  /// The step that makes changes of a difference; nil where there are none.
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

  /// Returns what Tane had written where a change replaces what somebody else wrote, or nil if it replaces Tane's own.
  package func recordedBeside(_ change: Change) -> RecordedValue? {
    func value(of resource: Resource) -> Tree? {
      difference.value(of: resource.content, at: change.path)
    }
    let isTanes = recorded.candidates(at: address).contains { resource in
      (!difference.isObject || resource.blob == before.blob)
        && difference.isSame(value(of: resource), change.old, at: change.path)
    }
    if isTanes || recorded.isEmpty && change.old == nil { return nil }
    return RecordedValue(
      value: recorded.last.flatMap(value)?.removing(difference.rules.unchecked),
      blob: recorded.last?.blob
    )
  }

  /// The outermost node above a change of which nothing was recorded; nil where its parent was.
  package func unrecorded(above change: Change) -> TreePath? {
    let (last, root) = (recorded.last?.content ?? .null, address.path.components.count)
    func isRecorded(_ path: TreePath) -> Bool { difference.value(of: last, at: path) != nil }
    guard change.path.components.count > root, !isRecorded(change.path.parent) else { return nil }
    return (root..<change.path.components.count)
      .map { TreePath(Array(change.path.components[..<$0])) }.first { !isRecorded($0) }
  }

  /// What differs, as far as it is written.
  var made: ResourceDifference {
    changes.count == difference.written.changes.count ? difference : difference.limited(to: changes)
  }

  /// Whether nothing differs any more once it is made.
  package var makesAll: Bool {
    let all = difference.written.changes
    return difference.written.ignoredCount == 0
      && changes.count == all.count && zip(changes, all).allSatisfy { $0.path == $1.path }
  }

  /// Where the resource stands.
  public var address: Address { difference.address }

  /// The resource as it has to be found.
  public var before: Resource { difference.old }

  /// The resource as it will be, what is kept of it included.
  public var after: Resource {
    guard !difference.isObject else { return difference.new }
    let changes = changes.compactMap { $0.relative(to: address.path) }
    let content = before.content.applying(Changeset(changes: changes))
    return Resource(address, content)
  }

  /// Whether the resource goes as a whole.
  public var removesResource: Bool {
    changes.contains { $0.path == address.path && $0.new == nil }
  }

  /// The addresses of the values that are written and that nobody can compare: passwords.
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

  /// The places that are written: of a tree each value of its own, else the resource.
  public var places: [Address] {
    guard difference.rules.isReadBack else { return [address] }
    return changes.map { Address(service: address.service, path: $0.path) }
  }
}
