import DemoApps

/// A gate that suspends its callers until it is opened.
final class Gate: Sendable {
  private let arrivals = Broadcast(wrappedValue: 0)
  private let isOpen = Broadcast(wrappedValue: false)

  /// Waits until the gate is open; throws if the task is canceled.
  func pass() async throws {
    arrivals.update { $0 + 1 }
    for await isOpen in isOpen.values where isOpen { return }
    throw CancellationError()
  }

  /// Waits until at least one caller has arrived.
  func arrival() async {
    for await count in arrivals.values where count > 0 { return }
  }

  /// The number of callers that have arrived.
  var arrivalCount: Int { arrivals.wrappedValue }

  /// Lets all callers pass, including later ones.
  func open() { isOpen.wrappedValue = true }
}
