/// How the resources of a service are compared and counted: what its kind knows of contents.
public struct ResourceRules: Sendable {
  /// What a resource is called where resources are counted: `document`; nil where only values are, as of a
  /// database.
  public var noun: String?
  /// What counts as a difference between two contents.
  public var options = ComparisonOptions()
  /// Whether clients may read maps back as lists, as those of a Realtime Database do.
  ///
  /// Then nodes below a resource are nodes like it, so that a part of it is read and written by itself.
  public var isReadBack = false
  /// Whether no part of a value is written by itself; nil where parts of every value are.
  public var isWhole: (@Sendable (Tree) -> Bool)?
  /// A content that was read as it is shown beside what the other side says.
  public var shown: @Sendable (_ content: Tree, _ other: Tree) -> Tree = { content, _ in content }
  /// The keys whose values nobody can compare where both sides have one.
  public var unchecked: Set<String> = []
  /// A Boolean value indicating whether the writer verifies what is `unchecked` once it has written it.
  public var verifiesUnchecked = false
  /// The values that keys of a resource have where they are absent.
  public var defaults: [String: Tree] = [:]
  /// The keys of which a map has one at a time: the fixture's takes the place of another one.
  public var alternatives: Set<String> = []
  /// The keys that are decided on together with those beside them.
  public var joined: Set<String> = []
  /// When a run writes such resources, beside those of other kinds.
  public var stage = WriteStage.data
  /// The other resources that a content refers to, which a run writes before it.
  public var references: @Sendable (_ content: Tree) -> [Address] = { _ in [] }
  /// The values of a content that only one resource of a service may have at a time, such as an e-mail address.
  public var uniqueValues: @Sendable (_ content: Tree) -> [String] = { _ in [] }
  /// How the elements of lists are found again for people.
  public var identity: @Sendable (Address) -> ListIdentity = { _ in ListIdentity() }

  /// Creates rules; by default those of trees whose every value stands by itself.
  public init(noun: String? = nil) { self.noun = noun }

  /// Compares two values of a resource as the service does; nil is absent.
  ///
  /// Nobody can compare what is `unchecked`, and a key that is absent has its default.
  ///
  /// - Parameters:
  ///   - left: A value.
  ///   - right: Another value of the same place.
  ///   - path: The place of both, from the resource's own root.
  /// - Returns: True if they are the same.
  package func isSame(_ left: Tree?, _ right: Tree?, at path: TreePath) -> Bool {
    guard let left = canonical(left, at: path), let right = canonical(right, at: path) else {
      return canonical(left, at: path) == nil && canonical(right, at: path) == nil
    }
    var options = options
    options.ignored = []
    return Changeset(from: left, to: right, options: options).isEmpty
  }

  /// The one form of a value: without what is unchecked or a default at the root of a resource, with the default below.
  private func canonical(_ value: Tree?, at path: TreePath) -> Tree? {
    if path.isRoot {
      return value?.removing(unchecked).removing(
        Set(defaults.filter { value?[$0.key] == $0.value }.keys)
      )
    }
    guard value == nil, path.components.count == 1, let key = path.key else { return value }
    return defaults[key]
  }

  /// What is to be written as the service will hold it.
  func held(_ desired: DesiredResource) -> Tree {
    isReadBack ? desired.storedContent : desired.content
  }
}
