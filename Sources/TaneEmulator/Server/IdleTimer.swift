#if Network
import NIOCore

/// A timer that runs an action once a given time has passed since the timer was last started.
///
/// Restarting is cheap, because the scheduled task is not replaced. Use a timer only on its event
/// loop.
final class IdleTimer {
  private let duration: TimeAmount
  private let eventLoop: any EventLoop
  private let action: () -> Void
  private var deadline: NIODeadline?
  private var task: Scheduled<Void>?

  init(_ duration: Duration, on eventLoop: any EventLoop, action: @escaping () -> Void) {
    self.duration = TimeAmount(duration)
    self.eventLoop = eventLoop
    self.action = action
  }

  /// Starts or restarts the timer.
  func start() {
    let deadline = eventLoop.now + duration
    self.deadline = deadline
    if task == nil { schedule(at: deadline) }
  }

  func stop() { deadline = nil }

  /// Stops the timer and cancels its scheduled task, which retains the timer.
  func invalidate() {
    stop()
    task?.cancel()
    task = nil
  }

  private func schedule(at time: NIODeadline) {
    let timer = NIOLoopBound(self, eventLoop: eventLoop)
    task = eventLoop.scheduleTask(deadline: time) { timer.value.fire() }
  }

  private func fire() {
    task = nil
    guard let deadline else { return }
    guard deadline <= eventLoop.now else { return schedule(at: deadline) }
    self.deadline = nil
    action()
  }
}
#endif
