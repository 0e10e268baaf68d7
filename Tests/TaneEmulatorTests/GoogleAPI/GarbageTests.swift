import HTTPTypes
import TestSupport
import TaneCore
import TaneEmulator
import Testing

@Suite("Malformed requests")
struct GarbageTests {
  @Test(
    "Every service answers malformed requests and keeps working",
    arguments: 0..<4 as Range<UInt64>
  )
  func garbage(seed: UInt64) async throws {
    let services: [any EmulatorService] = [
      try StorageFixture().service, FirestoreFixture().service, AccountsFixture().service,
    ]
    var generator = RequestGenerator(random: SeededGenerator(seed: seed))
    for _ in 0..<1500 {
      let request = generator.request()
      for service in services {
        let response = await service.respond(to: request)
        #expect((200..<600).contains(response.status.code))
        #expect(response.status.code < 500 || response.status == .notImplemented, "\(request.head)")
      }
    }
  }
}
