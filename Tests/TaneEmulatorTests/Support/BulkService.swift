import Synchronization
import TaneCore

@testable import TaneEmulator

/// A service whose calls return a megabyte each; a call of `/Pending` does so only after it is
/// canceled.
final class BulkService: GRPCService, EmulatorService {
  static let responseBytes = 1 << 20

  private let begun = Mutex(0)
  private let entrances: AsyncStream<Void>
  private let entrance: AsyncStream<Void>.Continuation
  private let exits: AsyncStream<Void>
  private let exit: AsyncStream<Void>.Continuation

  init() {
    (entrances, entrance) = AsyncStream.makeStream()
    (exits, exit) = AsyncStream.makeStream()
  }

  /// The number of calls that have started.
  var begunCount: Int { begun.withLock { $0 } }

  /// Waits until a call starts.
  func untilCall() async { for await _ in entrances { return } }

  /// Waits until a call ends.
  func untilEnd() async { for await _ in exits { return } }

  func isEndless(_ method: String) -> Bool { false }

  func answer(_ call: GRPCCall) async throws {
    begun.withLock { $0 += 1 }
    entrance.yield()
    defer { exit.yield() }
    if call.method == "Pending" { for await _ in AsyncStream<Void>(unfolding: Self.never) {} }
    let message = [UInt8](repeating: 1, count: 1 << 16)
    try await call.send(Array(repeating: message, count: Self.responseBytes >> 16))
  }

  func respond(to request: EmulatorRequest) async -> EmulatorResponse { .json([:]) }

  /// Waits until the task is canceled.
  private static func never() async -> Void? {
    for await _ in AsyncStream<Void>.makeStream().stream {}
    return nil
  }
}
