/// How one resource differs between two sides: between an environment and its fixtures, two environments, or
/// two files.
public struct ResourceDifference: Sendable {
  /// What differs, in one form.
  public struct Form: Sendable {
    /// What differs, in the order of a walk; the paths begin at the root of the service.
    public let changes: [Change]
    /// The number of values that are the same; of an object, 1 where it is.
    public let unchangedCount: Int
    /// The number of changes that are ignored.
    public let ignoredCount: Int
    /// The content on the old side.
    public let old: Tree
    /// The content on the new side.
    public let new: Tree

    /// Whether there is anything that a seed leaves.
    var hasExtras: Bool { changes.contains { $0.kind == .extra } }
  }

  /// The resource on the old side: what was found.
  public let old: Resource
  /// The resource on the new side: what is wanted.
  public let new: Resource
  /// What differs key by key, a list's elements by their index: what is written.
  public let written: Form
  /// What differs in the tree that clients read, the elements of lists found again by their identity; nil
  /// where that takes no fewer changes.
  public let readable: Form?
  /// How it was compared, what is ignored at and below it included.
  public let rules: ResourceRules
  /// The number of values on both sides of which nobody can tell whether they are the same; they are in neither.
  public let uncheckedCount: Int
  /// Where fixtures describe it as a whole.
  public let position: SourcePosition?
  /// The outermost lists of the fixtures that hold a change, each of which is one value.
  var lists: Set<TreePath> = []

  /// Where the resource stands.
  public var address: Address { new.address }

  /// Whether it is the bytes of an object that are compared.
  public var isObject: Bool { old.blob != nil || new.blob != nil }

  /// What became of the resource as a whole, where it differs.
  public var kind: Change.Kind { !old.exists ? .added : new.exists ? .changed : .removed }

  /// Whether nothing differs, extras included.
  public var isEmpty: Bool { written.changes.isEmpty }

  /// Whether there is something to add, to change or to remove.
  public var isSettled: Bool { written.changes.allSatisfy { $0.kind == .extra } }

  /// The list of the fixtures that a place is in, or is; nil where it is in none.
  package func outermostList(above place: TreePath) -> TreePath? {
    guard !lists.isEmpty else { return nil }
    return lists.first { $0.contains(place) }
  }

  /// Returns the value that a content of the resource has at a place of the service, or nil if it has none.
  func value(of content: Tree, at place: TreePath) -> Tree? {
    address.path.relative(place).flatMap { content.value(at: $0) }
  }

  /// Returns true if two values of a place of the service are the same to it.
  func isSame(_ left: Tree?, _ right: Tree?, at place: TreePath) -> Bool {
    rules.isSame(left, right, at: address.path.relative(place) ?? .root)
  }

  /// The difference with a part of its changes.
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
      rules: rules,
      uncheckedCount: uncheckedCount,
      position: position,
      lists: lists
    )
  }

  /// What differs, in the form that takes fewer changes and says no more than what is written.
  ///
  /// Where extras stay, elements do not end up as the readable form has them.
  public func form(prunes: Bool = false) -> Form {
    guard let readable, prunes || !readable.hasExtras && !written.hasExtras else { return written }
    return readable
  }
}
