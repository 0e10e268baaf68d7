import DemoApps
import TaneFirebase

/// A pace at which a listener never asks again by itself; it tells when one waits, and when one is stopped.
final class HeldPace: Sendable {
  private let stops: AsyncStream<Void>
  private let stopped: AsyncStream<Void>.Continuation
  private let gate = Gate()

  init() { (stops, stopped) = AsyncStream.makeStream(of: Void.self) }

  var pace: ObservationPace {
    ObservationPace { [gate, stopped] _ in
      defer { stopped.yield() }
      try await gate.pass()
    }
  }

  /// Waits until a listener waits.
  func arrival() async { await gate.arrival() }

  /// Waits until a listener's wait was ended.
  func stop() async { for await _ in stops { return } }
}
