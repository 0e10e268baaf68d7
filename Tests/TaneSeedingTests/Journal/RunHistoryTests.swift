import Foundation
import Testing

@testable import TaneSeeding

@Suite("The history of runs")
struct RunHistoryTests {
  /// Parses a run in the form `NUMBER ACTION [SUBJECT] RESULT [SENT]`.
  private static func run(_ text: String) throws -> RunRecord {
    let words = text.split(separator: " ").map(String.init)
    let hasSubject = Int64(words[2]) != nil
    let rest = words.dropFirst(hasSubject ? 3 : 2)
    let result = try #require(rest.first)
    let sent = rest.dropFirst().first.flatMap(Int.init) ?? 1
    return RunRecord(
      id: try #require(Int64(words[0])),
      action: try #require(RunRecord.Action(rawValue: words[1])),
      subject: hasSubject ? Int64(words[2]) : nil,
      author: "",
      summary: "",
      startDate: Date(timeIntervalSince1970: 0),
      endDate: nil,
      result: try #require(RunRecord.Result(rawValue: result)),
      stepCount: 1,
      sentCount: sent,
      doneCount: 0,
      isFull: true
    )
  }

  private static func history(_ texts: [String]) throws -> RunHistory {
    RunHistory(try texts.map(run).reversed())
  }

  @Test(
    "An undo reverts the latest seed in effect",
    arguments: [
      ([], nil), (["1 seed done"], 1), (["1 seed done", "2 seed done"], 2),
      (["1 seed done", "2 seed done", "3 undo 2 done"], 1),
      (["1 seed done", "2 seed done", "3 undo 2 done", "4 undo 3 done"], 2),
      (["1 seed done", "2 seed done", "3 undo 2 done", "4 undo 3 done", "5 undo 4 done"], 1),
      (["1 seed done", "2 seed done", "3 undo 2 discarded"], 2),
      (["1 seed done", "2 seed done", "3 undo 2 settled"], 2),
      (["1 seed done", "2 seed done", "3 undo 2 done", "4 resume 3 done"], 1),
      (["1 seed done", "2 seed discarded", "3 discard 2 done"], 1),
      (["1 seed done", "2 seed done", "3 resume 2 done"], 2),
      // An interrupted run that a full seed replaced, after and before it had written anything.
      (["1 seed done", "2 seed settled", "3 seed done", "4 undo 3 done"], 2),
      (["1 seed done", "2 seed settled 0", "3 seed done", "4 undo 3 done"], 1),
      // Earlier versions recorded a rolled-back run as settled.
      (["1 seed done", "2 seed settled", "3 discard 2 done"], 1),
      (["1 seed done", "2 undo 1 done", "3 seed done", "4 undo 3 done"], nil),
    ] as [([String], Int64?)]
  )
  func latestSeedInEffect(_ runs: [String], _ expected: Int64?) throws {
    #expect(try Self.history(runs).latestSeedInEffect?.id == expected)
  }

  @Test(
    "An interrupted attempt counts as the run that it tried to finish or revert",
    arguments: [
      (["1 seed done"], nil), (["1 seed failed"], 1),
      (["1 seed failed", "2 resume 1 running"], 1),
      (["1 seed failed", "2 resume 1 failed", "3 discard 2 running"], 1),
      (["1 seed failed", "2 resume 1 done"], 1), (["1 seed failed", "2 seed failed"], 2),
      (["1 seed done", "2 undo 1 running"], 2),
    ] as [([String], Int64?)]
  )
  func interrupted(_ runs: [String], _ expected: Int64?) throws {
    #expect(try Self.history(runs).interrupted?.id == expected)
  }

  @Test("All attempts to finish or revert a run are found from the run")
  func attempts() throws {
    let history = try Self.history([
      "1 seed failed", "2 seed failed", "3 resume 1 failed", "4 discard 3 failed",
    ])
    let root = try #require(history.run(1))
    #expect(history.attempts(of: root).map(\.id) == [4, 3])
  }
}
