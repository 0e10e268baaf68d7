import Dispatch
import Foundation

/// A timer that kills a child process.
struct Alarm {
  private let queue = DispatchQueue(label: "tane-benchmark.alarm")
  private let work: DispatchWorkItem

  init(after seconds: Double, for child: pid_t) {
    work = DispatchWorkItem { kill(child, SIGKILL) }
    queue.asyncAfter(deadline: .now() + seconds, execute: work)
  }

  /// Cancels the timer; after the call, the child is not killed anymore.
  func cancel() { queue.sync { work.cancel() } }
}
