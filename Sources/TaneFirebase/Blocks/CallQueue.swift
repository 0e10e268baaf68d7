import Foundation
import Synchronization
import TaneCore

/// A queue for calls that have completion blocks.
///
/// Every method with a completion block runs an async method on such a queue. Changes run one after
/// another, in order. A read waits for earlier changes, so that its result includes them; no call
/// waits for a read.
final class CallQueue: Sendable {
  typealias Completion<Value> = MainQueueBlock<Result<Value, any Error>, Void>

  private struct State {
    var lastChange: Task<Void, Never>?
    /// The number of times that pending changes were discarded.
    var purgeCount = 0
  }

  private let state = Mutex(State())

  /// Performs a change after all earlier ones, and calls a block with the result.
  ///
  /// Without a block, an error is written to standard error, as in the SDK.
  func change<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value,
    then completion: Completion<Value>?
  ) {
    state.withLock { state in
      let purgeCount = state.purgeCount
      let purgeableOperation: @Sendable () async throws -> Value = { [self] in
        guard self.state.withLock({ $0.purgeCount == purgeCount }) else {
          throw FirebaseError(.cancelled, "the write was purged before it was sent")
        }
        return try await operation()
      }
      state.lastChange = call(purgeableOperation, after: state.lastChange, then: completion)
    }
  }

  /// Discards the pending changes; their blocks receive an error.
  ///
  /// The current change continues.
  func purgeChanges() { state.withLock { $0.purgeCount += 1 } }

  /// Performs a read after all earlier changes, and calls a block with the result.
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
        UnhandledError.report(error)
      }
    }
  }
}

/// A namespace for reporting unhandled errors.
enum UnhandledError {
  /// Writes an error to standard error.
  static func report(_ error: any Error) { report("\(error)") }

  /// Writes a string to standard error.
  static func report(_ text: String) {
    FileHandle.standardError.write(Data("TaneFirebase: \(text.escapingControls)\n".utf8))
  }
}

extension Result {
  /// The value, or nil on failure.
  var success: Success? { try? get() }

  /// The error, or nil on success.
  var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
