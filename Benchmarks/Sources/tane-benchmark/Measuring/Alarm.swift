import Dispatch
import Foundation

/// Kills a child that takes too long.
struct Alarm {
  private let queue = DispatchQueue(label: "tane-benchmark.alarm")
  private let work: DispatchWorkItem

  init(after seconds: Double, for child: pid_t) {
    work = DispatchWorkItem { kill(child, SIGKILL) }
    queue.asyncAfter(deadline: .now() + seconds, execute: work)
  }

  /// When this returns, the alarm has rung or never will.
  func cancel() { queue.sync { work.cancel() } }
}
