/// A program that does the work of a contest.
struct Contestant {
  let name: String
  let process: ChildProcess
  /// The expected exit code, as proof of its work.
  var expected: Int32 = 0
  /// A Boolean value indicating whether it prints its own time, which excludes starting the
  /// process.
  var countsItself = false

  /// The exit code of a program whose library is missing (`EX_UNAVAILABLE` in `sysexits.h`).
  static let unavailable: Int32 = 69
}
