import Dispatch
import Foundation

/// Kills a child process that takes too long.
struct Alarm {
  private let queue = DispatchQueue(label: "tane-benchmark.alarm")
  private let work: DispatchWorkItem

  init(after seconds: Double, for child: pid_t) {
    work = DispatchWorkItem { kill(child, SIGKILL) }
    queue.asyncAfter(deadline: .now() + seconds, execute: work)
  }

  /// Cancels the alarm; after this returns, it does not kill the process any more.
  func cancel() { queue.sync { work.cancel() } }
}
