import Foundation
import Synchronization
import TaneCore

/// Makes the calls of an app that does not wait for them, and hands what becomes of them to its blocks.
///
/// All methods that take a completion block are an async method and this. Changes are made in the order in
/// which they were asked for, each after the one before it has ended. A read waits for the changes that were
/// asked for before it, so that it sees them, and nothing waits for it.
final class CallQueue: Sendable {
  /// The completion block of a call.
  typealias Completion<Value> = MainQueueBlock<Result<Value, any Error>, Void>

  private struct State {
    var lastChange: Task<Void, Never>?
    /// The number of times that waiting changes were dropped.
    var purges = 0
  }

  private let state = Mutex(State())

  /// Changes something, and calls a block with the result.
  ///
  /// Without a block nobody would hear of an error: it is written to standard error, as the SDK logs it.
  func change<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value,
    then completion: Completion<Value>?
  ) {
    state.withLock { state in
      let purges = state.purges
      let wanted: @Sendable () async throws -> Value = { [self] in
        guard self.state.withLock({ $0.purges == purges }) else {
          throw FirebaseError(.cancelled, "the write was purged before it was made")
        }
        return try await operation()
      }
      state.lastChange = call(wanted, after: state.lastChange, then: completion)
    }
  }

  /// Drops the changes that wait for others; their blocks get an error.
  ///
  /// The change that is under way goes on.
  func purgeChanges() { state.withLock { $0.purges += 1 } }

  /// Reads something, and calls a block with the result.
  func read<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value,
    then completion: Completion<Value>?
  ) {
    call(operation, after: state.withLock { $0.lastChange }, then: completion)
  }

  /// Waits for all pending changes, including those that fail.
  func waitForChanges() async { await state.withLock { $0.lastChange }?.value }

  @discardableResult
  private func call<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value,
    after last: Task<Void, Never>?,
    then completion: Completion<Value>?
  ) -> Task<Void, Never> {
    Task {
      await last?.value
      let result: Result<Value, any Error>
      do {
        result = .success(try await operation())
      } catch {
        result = .failure(error)
      }
      if let completion {
        completion.enqueue(result)
      } else if let error = result.failure {
        UnheardError.report(error)
      }
    }
  }
}

/// Says of errors that no block of the app takes.
enum UnheardError {
  /// Writes an error to standard error.
  static func report(_ error: any Error) { report("\(error)") }

  /// Writes a text to standard error.
  static func report(_ text: String) {
    FileHandle.standardError.write(Data("TaneFirebase: \(text.escapingControls)\n".utf8))
  }
}

extension Result {
  /// The value, where there is one.
  var success: Success? { try? get() }

  /// The error, or nil on success.
  var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
