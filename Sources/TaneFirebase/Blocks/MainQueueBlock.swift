import Foundation

/// A block of an app, which is called on the main queue, as Firebase's SDK calls it.
///
/// Apps hand over blocks that are not `Sendable`: those of a view model that belongs to the main actor, or of
/// one that belongs to no actor at all.
// Sendable although the block may not be: it is only handed on, and only ever called on the main queue.
struct MainQueueBlock<Input, Output>: @unchecked Sendable {
  private let block: (Input) -> Output

  init(_ block: @escaping (Input) -> Output) {
    self.block = block
  }

  @MainActor
  func callAsFunction(_ input: Input) -> Output { block(input) }
}

extension MainQueueBlock where Input: Sendable, Output == Void {
  /// Calls the block on the main queue, after all that was enqueued there before.
  func enqueue(_ input: Input) {
    MainQueue.enqueue { self(input) }
  }
}

/// The queue on which apps are told of what has happened.
enum MainQueue {
  /// Does something on the main queue, after all that was enqueued there before.
  static func enqueue(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }
}
