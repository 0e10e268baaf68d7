import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A listener for termination signals: Ctrl-C, Ctrl-\\, a closed terminal, and the signal that
/// service managers send.
///
/// While an instance exists, signals do not end the process directly.
final class EndSignals: Sendable {
  private struct State {
    /// A closure that cancels the operation, or nil if no operation is running.
    var cancel: (@Sendable () -> Void)?
    /// The exit code for the first signal.
    var status: ExitStatus?
  }

  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let state: SharedState
  private let listener: EndSignalListener

  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  /// Starts listening for signals.
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
      // A second signal ends the process immediately.
      if isSecond { _exit(status.rawValue) }
      cancel()
    }
  }

  /// Runs an operation; one signal cancels it, and a second signal ends the process.
  ///
  /// - Throws: A `CommandFailure`, with the signal's exit code if a signal canceled the operation.
  func cancelling<Value: Sendable>(
    console: Console,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // The lock makes a signal wait until it can cancel the task, which may already be writing.
    let task = state.value.withLock { state in
      let task = Task { try await body() }
      state.cancel = {
        console.note(
          "stopping; unfinished work is rolled back (press Ctrl-C again to stop immediately)"
        )
        task.cancel()
      }
      return task
    }
    defer { state.value.withLock { $0.cancel = nil } }
    do {
      let value = try await task.value
      // The operation completed despite a signal, so the next wait ends immediately.
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

  /// Waits for the next signal.
  func next() async {
    for await _ in stream { return }
  }
}

/// A listener that receives termination signals until it is deallocated.
final class EndSignalListener: Sendable {
  typealias Handler = @Sendable (ExitStatus) -> Void

  private struct Listeners {
    var handlers: [Int: Handler] = [:]
    var nextID = 0
  }

  private static let listeners = Mutex(Listeners())

  // Dispatch objects are thread-safe, but their Swift interface on Linux does not declare them
  // `Sendable`. The sources are never canceled: Dispatch on Linux installs a signal handler that
  // `signal` would remove.
  nonisolated(unsafe) private static let sources: [any DispatchSourceSignal] = [
    (SIGHUP, ExitStatus.hungUp), (SIGINT, .interrupted), (SIGQUIT, .quit), (SIGTERM, .terminated),
  ]
  .compactMap { number, status in
    let earlier = signal(number, SIG_IGN)
    // Under `nohup`, closing the terminal must not end the process.
    guard number != SIGHUP || !isIgnored(earlier) else { return nil }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      let handlers = listeners.withLock { Array($0.handlers.values) }
      handlers.forEach { $0(status) }
      guard handlers.isEmpty else { return }
      // Without listeners, the signal performs its default action.
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    source.resume()
    return source
  }

  /// The number of existing listeners.
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

  /// Stops listening; without listeners, signals perform their default actions again.
  deinit {
    Self.listeners.withLock { listeners in
      listeners.handlers[id] = nil
    }
  }
}
