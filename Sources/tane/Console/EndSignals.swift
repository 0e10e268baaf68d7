import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The signals that ask a process to end: Ctrl-C, Ctrl-\\, a terminal that is closed, and the one of service
/// managers.
///
/// From the first such object on they no longer end the process by themselves.
final class EndSignals: Sendable {
  private struct State {
    /// Cancels what comes before the wait, while that is under way.
    var cancel: (@Sendable () -> Void)?
    /// The exit code of the signal that cancelled it.
    var status: ExitStatus?
  }

  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let state: SharedState
  private let listener: EndSignalListener

  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  /// Begins to listen.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let state = SharedState()
    self.stream = stream
    self.continuation = continuation
    self.state = state
    listener = EndSignalListener { status in
      let (cancel, isSecond) = state.value.withLock { state in
        defer { state.status = state.status ?? status }
        return (state.cancel, state.status != nil)
      }
      guard let cancel else { return _ = continuation.yield() }
      // Somebody who asks again will not wait.
      if isSecond { _exit(status.rawValue) }
      cancel()
    }
  }

  /// Runs what comes before the wait: a signal cancels it, a second one ends the process.
  ///
  /// - Throws: A `CommandFailure`, with the exit code of the signal where one has cancelled it.
  func cancelling<Value: Sendable>(
    console: Console,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await body() }
    state.value.withLock { state in
      state.cancel = {
        console.note(
          "stopping; what cannot be left half done is taken back (again to stop at once)"
        )
        task.cancel()
      }
    }
    defer { state.value.withLock { $0.cancel = nil } }
    do {
      let value = try await task.value
      // What was done to the end all the same is ended like any other.
      if state.value.withLock({ $0.status != nil }) { continuation.yield() }
      return value
    } catch {
      let failure = CommandFailure(error)
      guard failure.status == .interrupted, let status = state.value.withLock(\.status) else {
        throw failure
      }
      throw CommandFailure(status, failure.message, findings: failure.findings)
    }
  }

  /// Waits for the next of them.
  func next() async {
    for await _ in stream { return }
  }
}

/// Hears of the signals that ask a process to end, for as long as it lives.
final class EndSignalListener: Sendable {
  typealias Handler = @Sendable (ExitStatus) -> Void

  private struct Listeners {
    var handlers: [Int: Handler] = [:]
    var nextID = 0
  }

  private static let listeners = Mutex(Listeners())

  // Dispatch objects may be used from any thread; their Swift interface on Linux does not say so. They are
  // made once and never cancelled: on Linux Dispatch has a handler for the signal, which `signal` would take away.
  nonisolated(unsafe) private static let sources: [any DispatchSourceSignal] = [
    (SIGHUP, ExitStatus.hungUp), (SIGINT, .interrupted), (SIGQUIT, .quit), (SIGTERM, .terminated),
  ]
  .compactMap { number, status in
    let earlier = signal(number, SIG_IGN)
    // Under nohup the end of the terminal is none of this process.
    guard number != SIGHUP || !isIgnored(earlier) else { return nil }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      let handlers = listeners.withLock { Array($0.handlers.values) }
      handlers.forEach { $0(status) }
      guard handlers.isEmpty else { return }
      // Nobody listens any more: the signal does what it does by itself.
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    source.resume()
    return source
  }

  /// How many listen.
  static var count: Int { listeners.withLock(\.handlers.count) }

  private let id: Int

  init(_ handler: @escaping Handler) {
    id = Self.listeners.withLock { listeners in
      listeners.nextID += 1
      listeners.handlers[listeners.nextID] = handler
      _ = Self.sources.count
      return listeners.nextID
    }
  }

  private typealias SignalHandler = @convention(c) (Int32) -> Void

  private static func isIgnored(_ handler: SignalHandler?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as SignalHandler?, to: Int.self)
  }

  /// Gives the signals back to the process, unless others still listen.
  deinit {
    Self.listeners.withLock { listeners in
      listeners.handlers[id] = nil
    }
  }
}
