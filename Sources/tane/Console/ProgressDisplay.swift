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

/// A display of a step's progress: a bar on a terminal, otherwise a line every ten seconds.
///
/// Steps shorter than half a second are not shown. Any other output removes the bar first.
final class ProgressDisplay: Sendable {
  /// The time before a step's bar is drawn.
  static let delay = Duration.milliseconds(500)
  /// The time between lines.
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
    /// The number of concurrent writers of other output; while there are any, no bar is drawn.
    var asides = 0
    var timer: (any DispatchSourceTimer)?
    /// The listener that removes the bar and ends the process on Ctrl-C, if there is no other
    /// listener.
    var listener: EndSignalListener?
  }

  // Dispatch objects may be used from any thread; the lock serializes the use of this one.
  private let state = Mutex(State())
  private let language: Language
  private let width: @Sendable () -> Int?
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void
  private let ticksByItself: Bool

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - language: The language of the output.
  ///   - ticksByItself: True to redraw on a timer; otherwise the caller must call `tick`.
  ///   - width: Returns the width of the terminal, or nil if it cannot show a bar.
  ///   - now: Returns the time.
  ///   - write: Writes text to the stream.
  init(
    language: Language = .english,
    ticksByItself: Bool = true,
    width: @escaping @Sendable () -> Int?,
    now: @escaping @Sendable () -> Duration,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.language, self.ticksByItself, self.width) = (language, ticksByItself, width)
    (self.now, self.write) = (now, write)
  }

  /// Shows a new step, or the progress of the current one.
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
      // The item has started and is not done yet.
      state.step?.done = index - 1
      if ticksByItself, state.timer == nil { state.timer = timer() }
    }
  }

  /// Ends the step and removes the bar.
  func end() {
    state.withLock { state in
      erase(&state)
      state.timer?.cancel()
      (state.step, state.timer, state.listener) = (nil, nil, nil)
    }
  }

  /// Removes the bar and writes other output.
  ///
  /// The lock is not held while writing, since writing to a full pipe may block and the handler of
  /// Ctrl-C must still be able to write.
  func aside(_ body: () -> Void) {
    state.withLock { state in
      erase(&state)
      state.asides += 1
    }
    body()
    state.withLock { $0.asides -= 1 }
  }

  /// Redraws the bar or writes a line if it is time.
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
        if ticksByItself, state.listener == nil { state.listener = listener() }
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
