/// What makes an element of a list the same element in another list.
///
/// A member counts only where all elements of both lists are maps that have it, each with another
/// scalar; else the next name is tried, and then elements are matched by what they hold.
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

  /// The names that are tried in every list, in this order.
  public var members: [String]
  /// What is tried before, in the lists that it is for.
  public var rules: [Rule]

  /// Creates an identity.
  public init(members: [String] = ["id", "key", "uid"], rules: [Rule] = []) {
    self.members = members
    self.rules = rules
  }
}
