/// A program that does the work of a contest.
struct Contestant {
  let name: String
  let process: ChildProcess
  /// The status it must end with, as proof of its work.
  var expected: Int32 = 0
  /// Whether it prints its seconds, so that its start is not counted.
  var countsItself = false

  /// What a program ends with whose library is missing (EX_UNAVAILABLE of sysexits.h).
  static let unavailable: Int32 = 69
}
