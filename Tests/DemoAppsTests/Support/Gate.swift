import DemoApps

/// Holds back whoever comes until it is opened, and tells that somebody has come.
final class Gate: Sendable {
  private let arrivals = Broadcast(wrappedValue: 0)
  private let isOpen = Broadcast(wrappedValue: false)

  /// Waits until the gate is open; throws where the waiting task is cancelled.
  func pass() async throws {
    arrivals.update { $0 + 1 }
    for await isOpen in isOpen.values where isOpen { return }
    throw CancellationError()
  }

  /// Waits until somebody has come.
  func arrival() async {
    for await count in arrivals.values where count > 0 { return }
  }

  /// How many have come.
  var arrivalCount: Int { arrivals.wrappedValue }

  /// Lets everybody pass.
  func open() { isOpen.wrappedValue = true }
}
