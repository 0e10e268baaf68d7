import TaneCore
import TaneServices
import Testing

@Suite("The throttle of new documents")
struct DocumentThrottleTests {
  private static let done = TransportResponse.json(
    #"{"writeResults":[],"commitTime":"2026-01-31T12:00:00Z"}"#
  )

  private func commit(
    _ count: Int,
    _ precondition: DocumentPrecondition,
    to client: FirestoreClient
  ) async throws {
    // The response does not list the results, which is reported after the commit was sent.
    _ = try? await client.commit(
      (0..<count).map {
        DocumentWrite(
          path: DocumentPath(parsing: "rooms/\($0)"),
          operation: .update([:], mask: nil),
          precondition: precondition
        )
      }
    )
  }

  @Test("Commits to Firebase wait until their new documents are within the rate")
  func waits() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, _ in Self.done }
    let client = try TestFirestore.firebase(transport, clock: clock)
    for _ in 0..<3 { try await commit(500, .exists(false), to: client) }
    #expect(clock.waits == [.seconds(1), .seconds(1)])
    clock.advance(by: .seconds(300))
    for _ in 0..<2 { try await commit(375, .exists(false), to: client) }
    #expect(clock.waits.dropFirst(2) == [.milliseconds(500)])
  }

  @Test("Changes of existing documents do not wait")
  func changes() async throws {
    let clock = TestClock()
    let client = try TestFirestore.firebase(TestTransport { _, _ in Self.done }, clock: clock)
    for _ in 0..<3 { try await commit(500, .exists(true), to: client) }
    #expect(clock.waits == [])
  }

  @Test("New documents do not wait in emulators, or if the limit is off")
  func off() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, _ in Self.done }
    let emulator = try TestFirestore.client(transport, clock: clock)
    let unlimited = try TestFirestore.firebase(transport, clock: clock) { $0.rampsUp = false }
    for client in [emulator, unlimited] {
      for _ in 0..<3 { try await commit(500, .exists(false), to: client) }
    }
    #expect(clock.waits == [])
  }
}
