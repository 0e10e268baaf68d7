import Foundation
import Synchronization
import Testing

/// A permission for a test to run programs, which lasts until the test and its programs have ended.
///
/// All tests start at once, but only a limited number of them may run programs. A test that is
/// already running a program may start others without waiting, since the first program may depend
/// on them.
package final class ProgramTurn: Sendable {
  private static let turns = Turns(max(4, 2 * ProcessInfo.processInfo.activeProcessorCount))

  /// The current test, or nil outside of tests, where programs are not limited.
  private let test: Test.ID?

  /// Waits until few enough other tests are running programs.
  package init() async {
    test = Test.current?.id
    if let test { await Self.turns.begin(test) }
  }

  deinit { if let test { Self.turns.end(test) } }
}

private final class Turns: Sendable {
  private struct State {
    var free: Int
    /// The number of permissions of each test that has any.
    var held: [Test.ID: Int] = [:]
    var begun: Set<Test.ID> = []
    var waiting: [(test: Test.ID, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func start(_ test: Test.ID) {
      if held[test] == nil { free -= 1 }
      held[test, default: 0] += 1
      begun.insert(test)
    }

    /// Ends a permission, and returns the continuations of the tests that may now run.
    mutating func end(_ test: Test.ID) -> [CheckedContinuation<Void, Never>] {
      held[test, default: 1] -= 1
      guard held[test] == 0 else { return [] }
      held[test] = nil
      free += 1
      // Tests that have already run programs take precedence over new ones.
      guard let next = waiting.first(where: { begun.contains($0.test) }) ?? waiting.first
      else { return [] }
      let admitted = waiting.filter { $0.test == next.test }
      waiting.removeAll { $0.test == next.test }
      admitted.forEach { start($0.test) }
      return admitted.map(\.continuation)
    }
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func begin(_ test: Test.ID) async {
    await withCheckedContinuation { continuation in
      let isAdmitted = state.withLock { state in
        guard state.held[test] == nil, state.free <= 0 else {
          state.start(test)
          return true
        }
        state.waiting.append((test, continuation))
        return false
      }
      if isAdmitted { continuation.resume() }
    }
  }

  func end(_ test: Test.ID) {
    for continuation in state.withLock({ $0.end(test) }) { continuation.resume() }
  }
}
