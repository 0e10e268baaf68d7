import Dispatch

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
  private let stream: AsyncStream<Void>
  private let listener: EndSignalListener

  /// Begins to listen.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    listener = EndSignalListener { _ in continuation.yield() }
  }

  /// Waits for the next of them.
  func next() async {
    for await _ in stream { return }
  }
}

/// Hears of the signals that ask a process to end, for as long as it lives.
final class EndSignalListener: Sendable {
  // Dispatch objects may be used from any thread; their Swift interface on Linux does not say so.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  init(_ handler: @escaping @Sendable (ExitStatus) -> Void) {
    let statuses: [(Int32, ExitStatus)] = [
      (SIGHUP, .hungUp), (SIGINT, .interrupted), (SIGQUIT, .quit), (SIGTERM, .terminated),
    ]
    sources = statuses.compactMap { number, status in
      let earlier = signal(number, SIG_IGN)
      // Under nohup the end of the terminal is none of this process.
      guard number != SIGHUP || !Self.isIgnored(earlier) else { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { handler(status) }
      source.resume()
      return source
    }
  }

  private typealias Handler = @convention(c) (Int32) -> Void

  private static func isIgnored(_ handler: Handler?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as Handler?, to: Int.self)
  }

  /// Gives the signals back to the process.
  deinit {
    for source in sources {
      source.cancel()
      signal(Int32(source.handle), SIG_DFL)
    }
  }
}
