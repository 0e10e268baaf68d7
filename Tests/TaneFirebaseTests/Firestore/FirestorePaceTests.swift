import TestSupport
import TaneCore
import TaneTesting
import Testing

@testable import TaneFirebase

@Suite("Firestore databases are polled at a suitable interval")
struct FirestorePaceTests {
  private func interval(_ manager: FirestoreManager) -> ClosedRange<Duration> {
    manager.firestore.pace.shortest...manager.firestore.pace.longest
  }

  @Test("The polling interval is the manager's, the store's or the default, in this order")
  func paces() {
    let store = InMemoryDocumentStore()
    #expect(interval(FirestoreManager(documents: store)) == .milliseconds(200) ... .seconds(5))
    let distant = DistantStore(base: store)
    #expect(interval(FirestoreManager(documents: distant)) == .seconds(2) ... .seconds(60))
    let manager = FirestoreManager(
      documents: distant,
      pace: ObservationPace(shortest: .seconds(3), longest: .seconds(4))
    )
    #expect(interval(manager) == .seconds(3) ... .seconds(4))
    manager.use(documents: store, environment: "local")
    #expect(interval(manager) == .seconds(3) ... .seconds(4))
  }
}

/// A database with a long polling interval.
private struct DistantStore: ForwardingDocumentStore {
  let base: any DocumentStore

  var pollingInterval: ClosedRange<Duration>? { .seconds(2) ... .seconds(60) }
}
