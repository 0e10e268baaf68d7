import HTTPTypes
import TaneCore
import Testing

@testable import TaneEmulator

@Suite("Emulator hub")
struct HubServiceTests {
  @Test("The hub returns the addresses of emulators and reports triggers as disabled")
  func answers() async throws {
    let service = FirestoreFixture().service
    let server = try await EmulatorServer.start(
      [EmulatorEndpoint("firestore", service, grpc: service, port: 0)],
      hosts: ["127.0.0.1"]
    )
    let port = try #require(server.ports["firestore"])
    let hub = HubService(of: server, names: ["database", "firestore"], version: "1.2.3")
    let emulators = await hub.respond(to: .make(.get, "/emulators"))
    #expect(
      emulators.text
        == #"{"firestore":{"host":"127.0.0.1","listen":[{"address":"127.0.0.1","family":"IPv4","#
        + #""port":\#(port)}],"name":"firestore","port":\#(port)},"hub":{"host":"127.0.0.1","#
        + #""listen":[{"address":"127.0.0.1","family":"IPv4","port":9199}],"name":"hub","port":9199}}"#
    )
    let locator = await hub.respond(to: .make(.get, "/"))
    #expect(
      locator.text
        == #"{"host":"127.0.0.1","origins":["http://localhost:9199"],"port":9199,"version":"1.2.3"}"#
    )
    let triggers = await hub.respond(to: .make(.put, "/functions/disableBackgroundTriggers"))
    #expect(triggers.text == #"{"enabled":false}"#)
    #expect(await hub.respond(to: .make(.get, "/nothing")).status == .notFound)
    await server.shutDown()
  }
}
