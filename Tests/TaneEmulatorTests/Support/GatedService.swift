import TaneCore
import TaneServices

@testable import TaneEmulator

/// A service whose calls wait until it is opened, and return the number of their messages; a call
/// of `/Endless` accepts any number of messages.
final class GatedService: GRPCService, EmulatorService {
  private let entrances: AsyncStream<Void>
  private let entrance: AsyncStream<Void>.Continuation
  private let opening: AsyncStream<Void>.Continuation
  private let gate: Task<Void, Never>

  init(isOpen: Bool = false) {
    (entrances, entrance) = AsyncStream.makeStream()
    let (openings, opening) = AsyncStream.makeStream(of: Void.self)
    self.opening = opening
    gate = Task { for await _ in openings {} }
    if isOpen { open() }
  }

  /// Lets the calls continue.
  func open() { opening.finish() }

  /// Waits until a call has arrived.
  func untilCall() async { for await _ in entrances { return } }

  func isEndless(_ method: String) -> Bool { method == "Endless" }

  func answer(_ call: GRPCCall) async throws {
    entrance.yield()
    await gate.value
    var count = 0
    for await _ in call.requests { count += 1 }
    try Task.checkCancellation()
    try await call.send([[UInt8(clamping: count)]])
  }

  func respond(to request: EmulatorRequest) async -> EmulatorResponse { .json([:]) }
}
