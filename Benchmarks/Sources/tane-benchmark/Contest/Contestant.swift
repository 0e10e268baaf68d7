/// A program that competes in a contest.
struct Contestant {
  let name: String
  let process: ChildProcess
  /// The expected exit status, which proves that the program did the work.
  var expected: Int32 = 0
  /// A Boolean value indicating whether the program prints its own times, which exclude its
  /// startup.
  var countsItself = false

  /// The exit status of a program whose library is missing (`EX_UNAVAILABLE` in sysexits.h).
  static let unavailable: Int32 = 69
}
