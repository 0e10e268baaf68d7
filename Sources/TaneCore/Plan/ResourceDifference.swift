/// The difference of one resource between two sides: an environment and its fixtures, two
/// environments, or two files.
public struct ResourceDifference: Sendable {
  /// One form of the difference: the changes from an old tree to a new one.
  public struct Form: Sendable {
    /// The changes in traversal order; their paths start at the service's root.
    public let changes: [Change]
    /// The number of unchanged values, or 1 for an unchanged object.
    package let unchangedCount: Int
    /// The number of ignored changes.
    package let ignoredCount: Int
    /// The old content in this form.
    package let old: Tree
    /// The new content in this form.
    package let new: Tree

    /// A Boolean value indicating whether there are extras.
    var hasExtras: Bool { changes.contains { $0.kind == .extra } }
  }

  /// The properties of the difference, in an object that all copies share, because plans copy their
  /// differences often.
  private final class Values: Sendable {
    let old: Resource
    let new: Resource
    let written: Form
    let readable: Form?
    let rules: ResourceRules.Shared
    let uncheckedCount: Int
    let position: SourcePosition?

    init(
      _ old: Resource,
      _ new: Resource,
      written: Form,
      readable: Form?,
      rules: ResourceRules.Shared,
      uncheckedCount: Int,
      position: SourcePosition?
    ) {
      (self.old, self.new) = (old, new)
      self.written = written
      self.readable = readable
      self.rules = rules
      self.uncheckedCount = uncheckedCount
      self.position = position
    }
  }

  private let values: Values
  /// The paths of the fixtures' outermost lists that contain a change; each list is one value.
  package var lists: Set<TreePath>
  /// A Boolean value indicating whether fixtures describe the resource, even if only as an empty
  /// map.
  package var isDescribed: Bool

  init(
    old: Resource,
    new: Resource,
    written: Form,
    readable: Form?,
    rules: ResourceRules.Shared,
    uncheckedCount: Int,
    position: SourcePosition?,
    lists: Set<TreePath> = [],
    isDescribed: Bool = true
  ) {
    values = Values(
      old,
      new,
      written: written,
      readable: readable,
      rules: rules,
      uncheckedCount: uncheckedCount,
      position: position
    )
    self.lists = lists
    self.isDescribed = isDescribed
  }

  /// The resource on the old side, as observed.
  package var old: Resource { values.old }
  /// The resource on the new side, as desired.
  package var new: Resource { values.new }
  /// The changes to write, by key; list elements are compared by index, and a long list whose
  /// elements have shifted is one change.
  public var written: Form { values.written }
  /// The changes in the tree that clients read, with list elements matched by identity, or nil if
  /// they are not fewer than the written changes and no shifted list is written.
  public var readable: Form? { values.readable }
  /// The rules of the comparison, including the ignored patterns at and below the resource.
  package var rules: ResourceRules { values.rules.value }
  /// The number of values on both sides that cannot be compared; neither form contains them.
  package var uncheckedCount: Int { values.uncheckedCount }
  /// The position of the resource's whole description in the fixtures.
  package var position: SourcePosition? { values.position }

  /// The address of the resource.
  public var address: Address { new.address }

  /// A Boolean value indicating whether the resource is an object of a bucket.
  package var isObject: Bool { old.blob != nil || new.blob != nil }

  /// The kind of change to the resource as a whole; undefined for an unchanged resource.
  public var kind: Change.Kind { !old.exists ? .added : new.exists ? .changed : .removed }

  /// A Boolean value indicating whether nothing differs; extras count as differences.
  package var isEmpty: Bool { written.changes.isEmpty }

  /// A Boolean value indicating whether all changes are extras, so that nothing has to be written.
  package var isSettled: Bool { written.changes.allSatisfy { $0.kind == .extra } }

  /// Returns the path of the fixtures' outermost list at or above a path, or nil if no list there
  /// contains a change.
  package func outermostList(above place: TreePath) -> TreePath? {
    // With few lists, comparing the path with each is faster than hashing its ancestors.
    guard lists.count > 8 else { return lists.first { $0.contains(place) } }
    let keys = place.components
    return (0...keys.count).lazy.map { TreePath(Array(keys[..<$0])) }.first(where: lists.contains)
  }

  /// Returns the value in the resource's content at a path below the service's root, or nil if
  /// there is none.
  func value(of content: Tree, at place: TreePath) -> Tree? {
    address.path.relative(place).flatMap { content.value(at: $0) }
  }

  /// Returns true if two values at a path below the service's root are equal under the resource's
  /// rules.
  func isSame(_ left: Tree?, _ right: Tree?, at place: TreePath) -> Bool {
    rules.isSame(left, right, at: address.path.relative(place) ?? .root)
  }

  /// Returns the difference limited to some of its changes.
  func limited(to changes: [Change]) -> ResourceDifference {
    let form = Form(
      changes: changes,
      unchangedCount: written.unchangedCount,
      ignoredCount: written.ignoredCount,
      old: written.old,
      new: written.new
    )
    return ResourceDifference(
      old: old,
      new: new,
      written: form,
      readable: nil,
      rules: values.rules,
      uncheckedCount: uncheckedCount,
      position: position,
      lists: lists,
      isDescribed: isDescribed
    )
  }

  /// Returns the readable form if it shows exactly what is written, otherwise the written form.
  ///
  /// If extras are kept, the resulting list elements differ from the readable form.
  package func form(prunes: Bool = false) -> Form {
    guard let readable, prunes || !readable.hasExtras && !written.hasExtras else { return written }
    return readable
  }
}
