import Dispatch
import Synchronization
import TaneCore
import TaneProject
import TaneRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A display of a step's progress: a bar on a terminal, or else a line every ten seconds.
///
/// Steps shorter than half a second are not displayed. The bar is removed before other output.
final class ProgressDisplay: Sendable {
  /// The time from the start of a step until its bar is drawn.
  static let delay = Duration.milliseconds(500)
  /// The time between lines if there is no terminal.
  static let interval = Duration.seconds(10)

  private struct Step {
    let title: String
    let start: Duration
    let counter: WorkCounter?
    var total: Int?
    var done = 0
    var lastLine: Duration
  }

  private struct State {
    var step: Step?
    var isDrawn = false
    /// The number of concurrent writers of other output; while it is not zero, no bar is drawn.
    var asides = 0
    var timer: (any DispatchSourceTimer)?
    /// The listener that removes the bar and ends the process on Ctrl-C, or nil if another listener
    /// exists.
    var listener: EndSignalListener?
  }

  // Dispatch timers are thread-safe; the lock serializes access to the property that stores the
  // timer.
  private let state = Mutex(State())
  private let language: Language
  private let width: @Sendable () -> Int?
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void
  private let usesTimer: Bool

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - language: The language of the output.
  ///   - usesTimer: True to redraw on a timer; if false, the caller must call `tick`.
  ///   - width: Returns the width of the terminal in columns, or nil if it cannot display a bar.
  ///   - now: Returns the current time.
  ///   - write: Writes text to the stream.
  init(
    language: Language = .english,
    usesTimer: Bool = true,
    width: @escaping @Sendable () -> Int?,
    now: @escaping @Sendable () -> Duration,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.language, self.usesTimer, self.width) = (language, usesTimer, width)
    (self.now, self.write) = (now, write)
  }

  /// Displays a new step, or the progress of the current one.
  func show(_ progress: RunProgress) {
    state.withLock { state in
      let (title, index, total): (String, Int, Int?) =
        switch progress {
        case .step(let title): (title, 1, nil)
        case .count(let title, let index, let total): (title, index, total)
        }
      if state.step?.title != title {
        erase(&state)
        let counter = WorkCounter.current
        counter?.reset()
        state.step = Step(title: title, start: now(), counter: counter, lastLine: now())
      }
      state.step?.total = total
      // The current item has started but is not done.
      state.step?.done = index - 1
      if usesTimer, state.timer == nil { state.timer = timer() }
    }
  }

  /// Ends the current step, and removes the bar.
  func end() {
    state.withLock { state in
      erase(&state)
      state.timer?.cancel()
      (state.step, state.timer, state.listener) = (nil, nil, nil)
    }
  }

  /// Removes the bar, and then runs a closure that writes other output.
  ///
  /// The lock is not held while writing: a write to a full pipe may block, and the handler for
  /// Ctrl-C must still be able to write.
  func aside(_ body: () -> Void) {
    state.withLock { state in
      erase(&state)
      state.asides += 1
    }
    body()
    state.withLock { $0.asides -= 1 }
  }

  /// Redraws the bar, or writes a line if one is due.
  func tick() {
    state.withLock { state in
      guard let step = state.step, state.asides == 0 else { return }
      let time = now()
      let text = ProgressText(
        title: step.title,
        total: step.total,
        done: step.done,
        work: step.counter?.amount,
        elapsed: time - step.start,
        language: language
      )
      if let width = width() {
        guard time - step.start >= Self.delay else { return }
        state.isDrawn = true
        if usesTimer, state.listener == nil { state.listener = listener() }
        write("\r\(text.bar(width: width))\u{1B}[K")
      } else if time - step.lastLine >= Self.interval {
        state.step?.lastLine = time
        write(text.line + "\n")
      }
    }
  }

  private func erase(_ state: inout State) {
    guard state.isDrawn else { return }
    state.isDrawn = false
    write("\r\u{1B}[K")
  }

  private func timer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    timer.setEventHandler { [weak self] in self?.tick() }
    timer.resume()
    return timer
  }

  private func listener() -> EndSignalListener? {
    guard EndSignalListener.count == 0 else { return nil }
    return EndSignalListener { [weak self] status in
      guard EndSignalListener.count == 1 else { return }
      self?.aside {}
      _exit(status.rawValue)
    }
  }
}
