import Foundation

/// An app's block, which is called on the main queue as in the Firebase SDK.
///
/// The block need not be `Sendable`: apps pass, for example, closures that use a view model.
// `@unchecked Sendable` is safe, because the block is passed between threads but called only on the
// main queue.
struct MainQueueBlock<Input, Output>: @unchecked Sendable {
  private let block: (Input) -> Output

  init(_ block: @escaping (Input) -> Output) {
    self.block = block
  }

  @MainActor
  func callAsFunction(_ input: Input) -> Output { block(input) }
}

extension MainQueueBlock where Input: Sendable, Output == Void {
  /// Calls the block on the main queue, after everything enqueued there earlier.
  func enqueue(_ input: Input) {
    MainQueue.enqueue { self(input) }
  }
}

/// The queue on which blocks are called.
enum MainQueue {
  /// Runs a closure on the main queue, after everything enqueued there earlier.
  static func enqueue(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }
}
