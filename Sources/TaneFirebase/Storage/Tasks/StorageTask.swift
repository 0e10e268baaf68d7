import Foundation
import Synchronization

/// An upload, such as one started by `putData(_:metadata:)`.
public typealias StorageUploadTask = StorageTask
/// A download, such as one started by `write(toFile:)`.
public typealias StorageDownloadTask = StorageTask
/// An upload or download that can be observed.
public typealias StorageObservableTask = StorageTask

/// A running upload or download, which can be observed, paused, resumed and canceled.
///
/// Objects are transferred only as a whole. Pausing a transfer therefore aborts it, and resuming it
/// restarts it from the first byte. A transfer that completes before it can be aborted succeeds.
///
/// ```swift
/// let task = image.putData(jpeg, metadata: metadata)
/// task.observe(.progress) { print($0.progress?.fractionCompleted ?? 0) }
/// task.observe(.success) { print($0.metadata?.size ?? 0) }
/// task.observe(.failure) { print($0.error?.localizedDescription ?? "") }
/// ```
public final class StorageTask: Sendable {
  /// The result of a successful transfer.
  enum Outcome: Sendable {
    case stored(StorageMetadata)
    case read(Data)
    case written(URL)
  }

  /// A function that transfers an object, and reports the number of transferred and total bytes.
  typealias Transfer =
    @Sendable (_ onProgress: @escaping @Sendable (Progress?) -> Void)
    async throws -> Outcome

  /// The state of the transfer at one point in time.
  private struct TransferState: Sendable {
    var status = StorageTaskStatus.unknown
    var completed: Int64 = 0
    var total: Int64 = 0
    var result: Result<Outcome, any Error>?
  }

  private struct Observer {
    let number: Int
    let status: StorageTaskStatus
    let block: MainQueueBlock<StorageTaskSnapshot, Void>
  }

  private struct State {
    /// The current state of the transfer.
    var transferState = TransferState()
    /// The state that was last passed to observers.
    var notified = TransferState()
    var observers: [String: Observer] = [:]
    var observerCount = 0
    var attempt: Task<Void, Never>?
    var attemptCount = 0

    /// Aborts the current attempt.
    mutating func abortAttempt() {
      attempt?.cancel()
      attempt = nil
    }
  }

  private let reference: StorageReference
  private let transfer: Transfer
  private let state = Mutex(State())

  init(of reference: StorageReference, _ transfer: @escaping Transfer) {
    self.reference = reference
    self.transfer = transfer
  }

  /// The current state of the transfer.
  public var snapshot: StorageTaskSnapshot { snapshot(at: state.withLock { $0.transferState }) }

  /// Starts the transfer; calling this has no effect, because the method that created the task has
  /// already started it.
  public func enqueue() {
    change { state in
      guard state.transferState.status == .unknown else { return nil }
      startAttempt(&state)
      return nil
    }
  }

  /// Pauses the transfer by aborting it, until `resume()` restarts it; has no effect on a completed
  /// transfer.
  public func pause() {
    change { state in
      guard state.transferState.result == nil, state.transferState.status != .pause else {
        return nil
      }
      state.abortAttempt()
      return .pause
    }
  }

  /// Restarts a paused transfer.
  public func resume() {
    change { state in
      guard state.transferState.status == .pause else { return nil }
      state.transferState.completed = 0
      startAttempt(&state)
      return .resume
    }
  }

  /// Cancels the transfer, which fails with `StorageError.cancelled`; has no effect on a completed
  /// transfer.
  public func cancel() {
    change { state in
      guard state.transferState.result == nil else { return nil }
      state.abortAttempt()
      state.transferState.result = .failure(StorageError.cancelled)
      return .failure
    }
  }
}

extension StorageTask {
  /// Calls a block on the main queue whenever the transfer reaches a status, and immediately if it
  /// is already paused or completed with that status.
  ///
  /// - Returns: The handle that removes the observer.
  @discardableResult
  public func observe(
    _ status: StorageTaskStatus,
    handler: @escaping (StorageTaskSnapshot) -> Void
  ) -> String {
    let handle = UUID().uuidString
    let block = MainQueueBlock(handler)
    let hasReachedStatus = state.withLock { state in
      state.observerCount += 1
      state.observers[handle] = Observer(
        number: state.observerCount,
        status: status,
        block: block
      )
      return state.notified.status == status && [.pause, .success, .failure].contains(status)
    }
    if hasReachedStatus { notifyObservers(of: state.withLock { $0.notified }, onlyHandle: handle) }
    return handle
  }

  /// Removes the observer with the given handle.
  public func removeObserver(withHandle handle: String) {
    state.withLock { $0.observers[handle] = nil }
  }

  /// Removes all observers of a status.
  public func removeAllObservers(for status: StorageTaskStatus) {
    state.withLock { state in
      state.observers = state.observers.filter { $0.value.status != status }
    }
  }

  /// Removes all observers.
  public func removeAllObservers() {
    state.withLock { $0.observers = [:] }
  }

  /// Calls a block on the main queue with the result when the transfer completes.
  func observeCompletion(_ block: @escaping (Result<Outcome, any Error>) -> Void) {
    for status in [StorageTaskStatus.success, .failure] {
      observe(status) { [weak self] _ in
        if let result = self?.state.withLock({ $0.transferState.result }) { block(result) }
      }
    }
  }
}

extension StorageTask {
  /// Changes the state, and notifies observers of the resulting status.
  private func change(_ change: (inout State) -> StorageTaskStatus?) {
    let transferState = state.withLock { state -> TransferState? in
      guard let status = change(&state) else { return nil }
      state.transferState.status = status
      return state.transferState
    }
    if let transferState { notifyObservers(of: transferState) }
  }

  private func startAttempt(_ state: inout State) {
    state.attemptCount += 1
    let number = state.attemptCount
    state.attempt = Task {
      let result: Result<Outcome, any Error>
      do {
        result = .success(
          try await transfer { [weak self] in self?.recordProgress($0, ofAttempt: number) }
        )
      } catch {
        result = .failure(error)
      }
      completeAttempt(number, with: result)
    }
  }

  private func recordProgress(_ progress: Progress?, ofAttempt number: Int) {
    change { state in
      guard let progress, state.attempt != nil, state.attemptCount == number else { return nil }
      state.transferState.completed = progress.completedUnitCount
      state.transferState.total = progress.totalUnitCount
      return .progress
    }
  }

  /// Completes the transfer with an attempt's result; ignores the failure of an attempt that is no
  /// longer current.
  private func completeAttempt(_ number: Int, with result: Result<Outcome, any Error>) {
    change { state in
      let isCurrent = state.attempt != nil && state.attemptCount == number
      guard state.transferState.result == nil, isCurrent || result.success != nil else {
        return nil
      }
      if !isCurrent { state.abortAttempt() }
      state.attempt = nil
      state.transferState.result = result
      return result.success == nil ? .failure : .success
    }
  }

  /// Passes a state to the observers of its status on the main queue; with a handle, only to the
  /// observer with that handle.
  private func notifyObservers(of transferState: TransferState, onlyHandle handle: String? = nil) {
    MainQueue.enqueue { [self] in
      let observers = state.withLock { state in
        if handle == nil { state.notified = transferState }
        return state.observers.filter { handle == nil || $0.key == handle }.values
      }
      let snapshot = snapshot(at: transferState)
      for observer in observers.sorted(by: { $0.number < $1.number })
      where observer.status == transferState.status {
        observer.block(snapshot)
      }
    }
  }

  private func snapshot(at transferState: TransferState) -> StorageTaskSnapshot {
    let progress = Progress(totalUnitCount: transferState.total)
    progress.completedUnitCount = transferState.completed
    var metadata: StorageMetadata?
    if case .success(.stored(let stored))? = transferState.result { metadata = stored }
    return StorageTaskSnapshot(
      task: self,
      reference: reference,
      status: transferState.status,
      progress: progress,
      metadata: metadata,
      error: transferState.result?.failure
    )
  }
}
