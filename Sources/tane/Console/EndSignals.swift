import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals that ask a server to end: Ctrl-C, and the one of service managers.
///
/// From the first such object on they no longer end the process by themselves.
final class EndSignals: Sendable {
  private let stream: AsyncStream<Void>
  // Dispatch objects may be used from any thread; their Swift interface on Linux does not say so.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// Begins to listen.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  /// Waits for the next of them.
  func next() async {
    for await _ in stream { return }
  }
}
