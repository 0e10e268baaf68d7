import DemoApps
import TaneFirebase

/// A pace at which a listener polls only once, with notifications of when it starts and stops
/// waiting.
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

  /// Waits until a listener starts waiting.
  func arrival() async { await gate.arrival() }

  /// Waits until a listener stops waiting.
  func stop() async { for await _ in stops { return } }
}
