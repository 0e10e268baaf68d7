/// The members by which the elements of two lists are matched.
///
/// A member identifies elements only if all elements of both lists are maps with distinct scalars
/// for it. Otherwise the next member is tried, and finally the elements' contents are compared.
package struct ListIdentity: Sendable {
  /// The member that identifies the elements of some lists.
  package struct Rule: Sendable, Hashable {
    /// The pattern of the lists themselves: `/shops/*/menu`.
    package let lists: PathPattern
    /// The name of the member.
    package let member: String

    package init(lists: PathPattern, member: String) {
      self.lists = lists
      self.member = member
    }
  }

  /// The members that are tried in every list, in this order: elements with different values do not
  /// match.
  package var members: [String]
  /// The members that are tried next, among the elements that differ.
  ///
  /// Elements with equal values match. An element with a new value may still match an old one as
  /// renamed, if most of its content is equal.
  package var names: [String]
  /// The rules for particular lists, which take precedence.
  package var rules: [Rule]

  package init(
    members: [String] = ["id", "key", "uid"],
    names: [String] = ["name", "slug", "path"],
    rules: [Rule] = []
  ) {
    self.members = members
    self.names = names
    self.rules = rules
  }
}
