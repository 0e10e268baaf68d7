/// The options for comparing two trees.
package struct ComparisonOptions: Sendable {
  /// The method for matching the elements of two lists.
  package enum ListMatching: Sendable {
    /// Elements at the same index match.
    case byIndex
    /// Elements match by identity; in lists without identities, they match by name, then by equal
    /// or similar content.
    case byIdentity(ListIdentity)
    /// Elements are not matched: lists are compared as whole values.
    case asWhole
  }

  /// The condition under which two numbers are equal.
  package enum NumberComparison: Sendable, Hashable {
    /// Numbers of equal value are equal: 1 equals 1.0.
    case byValue
    /// Numbers are equal only if they also have the same kind: 1 does not equal 1.0.
    case byKind
    /// Numbers are equal only if they also have the same kind and sign of zero: 0.0 does not equal
    /// -0.0.
    case byKindAndSign
  }

  /// The type of value that the server stores for a server timestamp.
  package enum ServerTime: Sendable, Hashable {
    /// A number, as in a Realtime Database.
    case number
    /// A `!timestamp`, as in Firestore.
    case timestamp
  }

  /// The precision for comparing two `!timestamp` values.
  package enum TimePrecision: Sendable, Hashable {
    /// Times in the same microsecond are equal.
    case microseconds
    /// Times are also equal if one is the other rounded to whole milliseconds, because some servers
    /// return only milliseconds.
    case milliseconds
  }

  /// The method for matching the elements of two lists.
  package var lists: ListMatching
  /// The condition under which two numbers are equal.
  package var numbers: NumberComparison
  /// The type of value in the old tree that equals a server timestamp in the new tree.
  package var serverTime: ServerTime
  /// The precision for comparing two timestamps.
  package var times: TimePrecision
  /// The patterns of nodes whose differences are ignored, including differences below the nodes.
  ///
  /// A pattern with a list index, such as `/list/3`, applies only to an element that is in both
  /// lists. The addition, removal or move of an element is ignored only by `/list` or `/list/*`.
  package var ignored: [PathPattern]

  /// Creates options; the defaults suit a Realtime Database, which has no lists and one kind of
  /// number.
  package init(
    lists: ListMatching = .byIndex,
    numbers: NumberComparison = .byValue,
    serverTime: ServerTime = .number,
    times: TimePrecision = .microseconds,
    ignored: [PathPattern] = []
  ) {
    self.lists = lists
    self.numbers = numbers
    self.serverTime = serverTime
    self.times = times
    self.ignored = ignored
  }
}
