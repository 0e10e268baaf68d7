/// What makes an element of a list the same element in another list.
///
/// A member counts only where all elements of both lists are maps that have it, each with another
/// scalar; else the next one is tried, and then elements are matched by what they hold.
public struct ListIdentity: Sendable {
  /// The member that identifies the elements of some lists.
  public struct Rule: Sendable, Hashable {
    /// The lists, not what is below them: `/shops/*/menu`.
    public let lists: PathPattern
    /// The name of the member.
    public let member: String

    /// Creates a rule.
    public init(lists: PathPattern, member: String) {
      self.lists = lists
      self.member = member
    }
  }

  /// The members that are tried in every list, in this order: an element with another value is another one.
  public var members: [String]
  /// The members that are tried after those, among the elements that differ.
  ///
  /// Elements with one value belong together; one whose value is new may still be an old one that got a new
  /// name, if most of what it holds is the same.
  public var names: [String]
  /// What is tried before, in the lists that it is for.
  public var rules: [Rule]

  /// Creates an identity.
  public init(
    members: [String] = ["id", "key", "uid"],
    names: [String] = ["name", "slug", "path"],
    rules: [Rule] = []
  ) {
    self.members = members
    self.names = names
    self.rules = rules
  }
}
