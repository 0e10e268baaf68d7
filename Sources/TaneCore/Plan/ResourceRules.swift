/// The rules for comparing and counting the resources of a kind of service.
package struct ResourceRules: Sendable {
  /// The singular name of the kind in counts, such as `document`, or nil if only values are
  /// counted, as in a database.
  package var noun: String?
  /// The options for comparing contents.
  package var options = ComparisonOptions()
  /// A Boolean value indicating whether clients may read maps back as lists, as in a Realtime
  /// Database.
  ///
  /// Nodes below such a resource are resources of the same kind, so they can be read and written
  /// separately.
  package var canReadMapsAsLists = false
  /// Returns true if a value can only be written as a whole; the closure is nil if all descendants
  /// can be written separately.
  package var isWhole: (@Sendable (Tree) -> Bool)?
  /// Returns the displayed form of one side's content, given the other side's content.
  package var shown: @Sendable (_ content: Tree, _ other: Tree) -> Tree = { content, _ in content }
  /// The keys whose values cannot be compared if both sides have them.
  package var unchecked: Set<String> = []
  /// A Boolean value indicating whether the writer itself verifies the `unchecked` values.
  package var verifiesUnchecked = false
  /// The default values of absent keys.
  package var defaults: [String: Tree] = [:]
  /// The mutually exclusive keys of a map: a key in the fixture replaces the others.
  package var alternatives: Set<String> = []
  /// The keys that are preserved or overwritten together with their siblings; a superset of
  /// `alternatives`.
  package var joined: Set<String> = []
  /// The stage of a run in which these resources are written.
  package var stage = WriteStage.data
  /// Returns the addresses to which a resource's content refers; a run writes them first.
  package var references: @Sendable (_ content: Tree) -> [Address] = { _ in [] }
  /// Returns the values in a resource's content that must be unique in its service, such as an
  /// email address.
  package var uniqueValues: @Sendable (_ content: Tree) -> [String] = { _ in [] }
  /// Returns the identity of list elements at an address, for the readable form.
  package var identity: @Sendable (Address) -> ListIdentity = { _ in ListIdentity() }

  /// A reference to rules, which are large and shared by many differences.
  final class Shared: Sendable {
    let value: ResourceRules

    init(_ value: ResourceRules) { self.value = value }
  }

  /// Creates rules; the defaults are for trees without special keys.
  package init(noun: String? = nil) { self.noun = noun }

  /// Returns true if a path relative to the resource ends with one of the `joined` keys.
  ///
  /// In resources with `joined` keys, names and keys alternate, as in `/parameters/NAME/value`. A
  /// name may equal a key, so only paths with an odd number of components, and at least three,
  /// count.
  func isJoined(_ path: TreePath) -> Bool {
    let depth = path.components.count
    return depth > 1 && !depth.isMultiple(of: 2) && path.key.map(joined.contains) == true
  }

  /// Compares two values of a resource as the service does; nil means an absent value.
  ///
  /// Values of `unchecked` keys are ignored, and absent keys have their defaults.
  ///
  /// - Parameters:
  ///   - left: The first value.
  ///   - right: The second value.
  ///   - path: The path of both values, relative to the resource.
  /// - Returns: True if the values are equal.
  package func isSame(_ left: Tree?, _ right: Tree?, at path: TreePath) -> Bool {
    if isEqual(left, right, at: path) { return true }
    // A Realtime Database stores no null and no empty map or list.
    func stored(_ value: Tree?) -> Tree? {
      value.map { $0.storedForm() }.flatMap { $0.isNull ? nil : $0 }
    }
    return canReadMapsAsLists && isEqual(stored(left), stored(right), at: path)
  }

  private func isEqual(_ left: Tree?, _ right: Tree?, at path: TreePath) -> Bool {
    guard let left = canonical(left, at: path), let right = canonical(right, at: path) else {
      return canonical(left, at: path) == nil && canonical(right, at: path) == nil
    }
    return TreeComparison.areEqual(left, right, options: options)
  }

  /// Returns the canonical form of a value: at the resource's root, without unchecked and default
  /// values; below the root, the default if the value is absent.
  private func canonical(_ value: Tree?, at path: TreePath) -> Tree? {
    if path.isRoot {
      return value?.removing(unchecked).removing(
        Set(defaults.filter { value?[$0.key] == $0.value }.keys)
      )
    }
    guard value == nil, path.components.count == 1, let key = path.key else { return value }
    return defaults[key]
  }

  /// Returns the desired content as the service stores it.
  func held(_ desired: DesiredResource) -> Tree {
    canReadMapsAsLists ? desired.storedContent : desired.content
  }
}
