import Foundation

/// An app's block, which is called on the main queue as in Firebase's SDK.
///
/// Apps pass blocks that are not `Sendable`, such as closures of a view model, whether it is
/// isolated to the main actor or not.
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
