import Dispatch
import Synchronization
import TaneProject
import TaneRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Shows how far a step is: as a bar on a terminal, as a line every ten seconds elsewhere.
///
/// A step of less than half a second is not shown. Whatever else is written takes the bar away first.
final class ProgressDisplay: Sendable {
  /// How long a step goes on before its bar is drawn.
  static let patience = Duration.milliseconds(500)
  /// How long it is until a line, and until the next.
  static let interval = Duration.seconds(10)

  private struct Step {
    let title: String
    let start: Duration
    var total: Int?
    var done = 0
    var lastLine: Duration
  }

  private struct State {
    var step: Step?
    var isDrawn = false
    /// How many write something else now, in whose text no bar belongs.
    var asides = 0
    var timer: (any DispatchSourceTimer)?
    /// Takes the bar away where Ctrl-C ends the process while nobody else listens.
    var listener: EndSignalListener?
  }

  // Dispatch objects may be used from any thread; the lock keeps this one to one at a time.
  private let state = Mutex(State())
  private let language: Language
  private let width: @Sendable () -> Int?
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void
  private let ticksByItself: Bool

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - language: The language of what it shows.
  ///   - ticksByItself: Whether it looks at the clock now and then; else whoever calls `tick` does.
  ///   - width: The columns of the terminal; nil where there is none that takes a bar.
  ///   - now: The time.
  ///   - write: Takes text for the stream.
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

  /// Takes a step, or how far one is.
  func show(_ progress: RunProgress) {
    state.withLock { state in
      let (title, index, total): (String, Int, Int?) =
        switch progress {
        case .step(let title): (title, 1, nil)
        case .count(let title, let index, let total): (title, index, total)
        }
      if state.step?.title != title {
        erase(&state)
        state.step = Step(title: title, start: now(), lastLine: now())
      }
      state.step?.total = total
      // What is told is begun, and not done yet.
      state.step?.done = index - 1
      if ticksByItself, state.timer == nil { state.timer = timer() }
    }
  }

  /// Takes the bar away: the step is over.
  func end() {
    state.withLock { state in
      erase(&state)
      state.timer?.cancel()
      (state.step, state.timer, state.listener) = (nil, nil, nil)
    }
  }

  /// Writes something else, where the bar was.
  ///
  /// The lock is not held meanwhile: a write to a pipe that nobody reads takes any time, and who hears of Ctrl-C has to
  /// say so.
  func aside(_ body: () -> Void) {
    state.withLock { state in
      erase(&state)
      state.asides += 1
    }
    body()
    state.withLock { $0.asides -= 1 }
  }

  /// Draws, or writes a line, where it is time to.
  func tick() {
    state.withLock { state in
      guard let step = state.step, state.asides == 0 else { return }
      let time = now()
      let text = ProgressText(
        title: step.title,
        total: step.total,
        done: step.done,
        elapsed: time - step.start,
        language: language
      )
      if let width = width() {
        guard time - step.start >= Self.patience else { return }
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
