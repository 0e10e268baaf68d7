/// The members by which the elements of two lists are matched.
///
/// A member identifies elements only if every element of both lists is a map in which the member
/// has a scalar value that no other element of the list has. Otherwise the next member is tried; if
/// no member identifies the elements, they are compared by content.
package struct ListIdentity: Sendable {
  /// A rule that names the identifying member of certain lists.
  package struct Rule: Sendable, Hashable {
    /// The path pattern of the lists, such as `/shops/*/menu`.
    package let lists: PathPattern
    /// The name of the identifying member.
    package let member: String

    package init(lists: PathPattern, member: String) {
      self.lists = lists
      self.member = member
    }
  }

  /// The members to try in every list, in this order; elements with different values never match.
  package var members: [String]
  /// The members to try if none of `members` identifies the elements.
  ///
  /// Elements with equal values match. Elements with different values may still match as renamed if
  /// at least half of their contents are equal.
  package var names: [String]
  /// The rules for particular lists; they take precedence over `members` and `names`.
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
