import DemoApps
import DemoModels
import Foundation
import Testing

@Suite("Sauna clients without Firestore")
@MainActor struct SaunaClientTests {
  @Test("The test client fails when it is used")
  func unimplemented() async {
    await #expect(throws: SaunaError.unimplemented("SaunaClient.listen")) {
      for try await _ in SaunaClient.test.listen("aufguss") {}
    }
    #expect(
      "\(SaunaError.unimplemented("SaunaClient.listen"))"
        == "SaunaClient.listen is unimplemented: give the test one of its own"
    )
  }

  @Test("The preview, no-op and test clients list open saunas as expected")
  func open() async throws {
    var saunas = SaunaClient.preview.listenToOpen().makeAsyncIterator()
    #expect(try await saunas.next() == ["aufguss", "löyly"])
    #expect(try await saunas.next() == nil)
    for try await _ in SaunaClient.noop.listenToOpen() { Issue.record("the client says something") }
    for try await _ in SaunaClient.noop.listen("a") { Issue.record("the client says something") }
    await #expect(throws: SaunaError.unimplemented("SaunaClient.listenToOpen")) {
      for try await _ in SaunaClient.test.listenToOpen() {}
    }
  }

  @Test("The temperature of the preview client rises")
  func preview() async throws {
    let store = SaunaStore(SaunaFeature.State(saunaID: "any"), client: .preview)
    var temperatures = store.temperatures.makeAsyncIterator()
    store.send(.appeared)
    for expected in ["82", "86.5", "90"] { #expect(try await temperatures.next() == expected) }
  }

  @Test("The stream of a custom client stops when its screen or store goes away")
  func replaced() async throws {
    let started = Broadcast(wrappedValue: 0)
    let stopped = Broadcast(wrappedValue: 0)
    var client = SaunaClient.test
    client.listen = { _ in
      started.update { $0 + 1 }
      return AsyncThrowingStream { $0.onTermination = { _ in stopped.update { $0 + 1 } } }
    }
    var store: SaunaStore? = SaunaStore(SaunaFeature.State(saunaID: "any"), client: client)
    store?.send(.appeared)
    for await count in started.values where count == 1 { break }
    store?.send(.disappeared)
    for await count in stopped.values where count == 1 { break }
    store?.send(.appeared)
    for await count in started.values where count == 2 { break }
    store = nil
    for await count in stopped.values where count == 2 { break }
    #expect(stopped.wrappedValue == 2)
  }

  @Test("The sauna reducer returns the new state and an effect for each action")
  func reducer() {
    var state = SaunaFeature.State(saunaID: "aufguss")
    #expect(SaunaFeature.reduce(into: &state, .appeared) == .listen(saunaID: "aufguss"))
    #expect(state.current.name == "requesting")
    #expect(state.temperature == nil)
    let states = SaunaCurrentStates(
      temperature: "90",
      humidity: 12,
      peopleCount: 1,
      isOpen: true,
      updatedAt: Date(timeIntervalSince1970: 0)
    )
    #expect(SaunaFeature.reduce(into: &state, .received(states)) == .none)
    #expect(state.temperature == "90")
    #expect(SaunaFeature.reduce(into: &state, .failed(SaunaError.unknownSauna("aufguss"))) == .none)
    #expect(state.current.error as? SaunaError == .unknownSauna("aufguss"))
    #expect(SaunaFeature.reduce(into: &state, .disappeared) == .stopListening)
    #expect(state.current.name == "none")
  }
}
