import Foundation

/// An app's block, which is called on the main queue as by Firebase's SDK.
///
/// Apps pass blocks that are not `Sendable`, such as those of a view model on the main actor or on
/// no actor.
// `Sendable` although the block may not be: it is only passed on, and only called on the main
// queue.
struct MainQueueBlock<Input, Output>: @unchecked Sendable {
  private let block: (Input) -> Output

  init(_ block: @escaping (Input) -> Output) {
    self.block = block
  }

  @MainActor
  func callAsFunction(_ input: Input) -> Output { block(input) }
}

extension MainQueueBlock where Input: Sendable, Output == Void {
  /// Calls the block on the main queue, after everything enqueued there before.
  func enqueue(_ input: Input) {
    MainQueue.enqueue { self(input) }
  }
}

/// The queue on which blocks are called.
enum MainQueue {
  /// Runs a closure on the main queue, after everything enqueued there before.
  static func enqueue(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }
}
