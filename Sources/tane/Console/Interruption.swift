import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns Ctrl-C into the cancellation of an operation, so that it can stop where it leaves nothing half
/// done; a second Ctrl-C ends the process at once.
enum Interruption {
  /// Runs an operation; `onInterrupt` is called when it has been told to stop.
  static func cancels<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result,
    onInterrupt: @escaping @Sendable () -> Void
  ) async throws -> Result {
    let task = Task { try await operation() }
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      if task.isCancelled { _exit(ExitStatus.interrupted.rawValue) }
      task.cancel()
      onInterrupt()
    }
    source.resume()
    defer {
      source.cancel()
      signal(SIGINT, SIG_DFL)
    }
    return try await task.value
  }
}
