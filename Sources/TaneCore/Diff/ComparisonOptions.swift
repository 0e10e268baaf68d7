/// What counts as a difference between two trees.
public struct ComparisonOptions: Sendable {
  /// How the elements of two lists are matched.
  public enum ListMatching: Sendable {
    /// Elements at one index belong together.
    case byIndex
    /// Elements with one identity belong together; in lists without one, elements that are the same.
    case byIdentity(ListIdentity)
    /// None: a list is the same or another one, as a value is.
    case asWhole
  }

  /// When two numbers are the same.
  public enum NumberComparison: Sendable, Hashable {
    /// When their values are: 1 is 1.0.
    case byValue
    /// When their kinds are as well: 1 is not 1.0.
    case byKind
    /// When their kinds are, and the signs of zeros: 0.0 is not -0.0.
    case byKindAndSign
  }

  /// What the time that a server sets is known by once it is set.
  public enum ServerTime: Sendable, Hashable {
    /// A number, as in a Realtime Database.
    case number
    /// A `!timestamp`, as in Firestore.
    case timestamp
  }

  /// When two `!timestamp` values are the same.
  public enum TimePrecision: Sendable, Hashable {
    /// When they are the same microsecond.
    case microseconds
    /// When one of them is the whole millisecond of the other, as a server that keeps no more returns it.
    case milliseconds
  }

  /// How the elements of two lists are matched.
  public var lists: ListMatching
  /// When two numbers are the same.
  public var numbers: NumberComparison
  /// What a server timestamp in the new tree stands for.
  public var serverTime: ServerTime
  /// When two timestamps are the same.
  public var times: TimePrecision
  /// The nodes whose differences do not count, with all that is below them.
  ///
  /// Under a list a pattern that names an index, such as `/list/3`, covers an element that both lists
  /// have; that elements come, go or move is covered by `/list` and `/list/*` only.
  public var ignored: [PathPattern]

  /// Creates options; by default those of a Realtime Database, which knows no lists and one number.
  public init(
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
