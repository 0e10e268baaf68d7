#if Network
import NIOCore

/// Runs an action once a time has passed since it was last started.
///
/// Starting it again is cheap, since the task that waits is not replaced. For use on its event loop alone.
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

  /// Begins to wait, or waits anew.
  func start() {
    let deadline = eventLoop.now + duration
    self.deadline = deadline
    if task == nil { schedule(at: deadline) }
  }

  /// Waits no more.
  func stop() { deadline = nil }

  /// Lets go of the action.
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
