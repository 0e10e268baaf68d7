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

  /// Whether two values are the same to the service; nil is none.
  package func isSame(_ left: Tree?, _ right: Tree?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    var options = options
    options.ignored = []
    return Changeset(from: left, to: right, options: options).isEmpty
  }

  /// What is to be written as the service will hold it.
  func held(_ desired: DesiredResource) -> Tree {
    isReadBack ? desired.storedContent : desired.content
  }
}
