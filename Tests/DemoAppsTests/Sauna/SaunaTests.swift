import DemoApps
import DemoModels
import Foundation
import TaneCore
import TaneFirebase
import TaneMapping
import Testing

@Suite("Live document of a sauna")
@MainActor struct SaunaTests {
  private let measurement: [String: any Sendable] = [
    "temperature": "80.5", "humidity": 12, "peopleCount": 3, "isOpen": true,
    "updatedAt": Timestamp(seconds: 1_778_061_600, nanoseconds: 0),
  ]

  @Test("The temperature is shown as it changes", arguments: Backend.allCases)
  func success(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let sauna = environment.firestore.firestore.document("sauna/aufguss")
      try await sauna.setData(measurement)
      let store = SaunaStore.live(saunaID: "aufguss", firestore: environment.firestore)
      var temperatures = store.temperatures.makeAsyncIterator()
      store.send(.appeared)
      #expect(store.state.current.isRequesting)
      #expect(try await temperatures.next() == "80.5")
      #expect(
        store.state.current.value
          == SaunaCurrentStates(
            temperature: "80.5",
            humidity: 12,
            peopleCount: 3,
            isOpen: true,
            updatedAt: Date(timeIntervalSince1970: 1_778_061_600)
          )
      )
      // A change of another field does not emit the temperature again.
      try await sauna.updateData(["peopleCount": 4])
      try await sauna.updateData(["temperature": "92"])
      #expect(try await temperatures.next() == "92")
      #expect(store.state.current.value?.peopleCount == 4)
      store.send(.disappeared)
      #expect(store.state.current.name == "none")
    }
  }

  @Test("The query of open saunas reports changes", arguments: Backend.allCases)
  func open(backend: Backend) async throws {
    try await backend.run(.parts(["firestore/sauna"])) { environment in
      let firestore = environment.firestore.firestore
      var open = SaunaClient.live(firestore).listenToOpen().makeAsyncIterator()
      #expect(try await open.next() == ["aufguss", "löyly", "塩サウナ"])
      try await firestore.document("sauna/steam").updateData(["isOpen": true])
      #expect(try await open.next() == ["aufguss", "löyly", "steam", "塩サウナ"])
    }
  }

  @Test("Every sauna of the demo is decoded", arguments: Backend.allCases)
  func demo(backend: Backend) async throws {
    try await backend.run(.parts(["firestore/sauna"])) { environment in
      let client = SaunaClient.live(environment.firestore.firestore)
      var temperatures: [String: String] = [:]
      for id in ["aufguss", "löyly", "塩サウナ", "steam"] {
        for try await states in client.listen(id) {
          temperatures[id] = states.temperature
          break
        }
      }
      #expect(
        temperatures == [
          "aufguss": "92.5", "löyly": "84.0", "塩サウナ": "48.0", "steam": "31.0",
        ]
      )
    }
  }

  @Test("The sauna is read from the environment named by TANE_ENV", arguments: Backend.allCases)
  func environments(backend: Backend) async throws {
    try await backend.run(.demo) { environment in
      try await environment.seed("staging")
      var temperatures: [String] = []
      for name in ["local", "staging"] {
        try environment.activate(name)
        let client = SaunaClient.live(environment.firestore.firestore)
        for try await states in client.listen("aufguss") {
          temperatures.append(states.temperature)
          break
        }
      }
      #expect(temperatures == ["92.5", "104.5"])
    }
  }

  @Test("A missing or deleted sauna is reported", arguments: Backend.allCases)
  func empty(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let sauna = environment.firestore.firestore.document("sauna/aufguss")
      let store = SaunaStore.live(saunaID: "aufguss", firestore: environment.firestore)
      store.send(.appeared)
      #expect(await store.failure() as? SaunaError == .unknownSauna("aufguss"))
      try await sauna.setData(measurement)
      var temperatures = store.temperatures.makeAsyncIterator()
      store.send(.appeared)
      #expect(try await temperatures.next() == "80.5")
      try await sauna.delete()
      #expect(await store.failure() as? SaunaError == .unknownSauna("aufguss"))
    }
  }

  @Test("A malformed measurement is shown as an error", arguments: Backend.allCases)
  func malformed(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let sauna = environment.firestore.firestore.document("sauna/aufguss")
      try await sauna.setData(measurement)
      try await sauna.updateData(["temperature": 92.5])
      let store = SaunaStore.live(saunaID: "aufguss", firestore: environment.firestore)
      store.send(.appeared)
      let error = try #require(await store.failure() as? DataMappingError)
      #expect(
        error.findings.map(\.description) == [
          """
          error: SaunaCurrentStates.temperature: expected String, found number 92.5 [wrong-type]
            firestore:/sauna/aufguss/temperature
          """
        ]
      )
    }
  }

  @Test("A failed listener shows the reason and listens again", arguments: Backend.allCases)
  func failure(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let refuses = Broadcast(wrappedValue: false)
      let gate = Gate()
      let pace = ObservationPace { _ in try await gate.pass() }
      let firestore = try environment.disturbedFirestore(pace: pace) { _ in
        if refuses.wrappedValue { throw StoreError.refused }
      }
      let sauna = firestore.firestore.document("sauna/aufguss")
      try await sauna.setData(measurement)
      let store = SaunaStore.live(saunaID: "aufguss", firestore: firestore)
      var temperatures = store.temperatures.makeAsyncIterator()
      store.send(.appeared)
      #expect(try await temperatures.next() == "80.5")
      refuses.wrappedValue = true
      // The next read is rejected.
      gate.open()
      #expect(await store.failure() is FirestoreError)
      refuses.wrappedValue = false
      try await sauna.updateData(["temperature": "92"])
      store.send(.appeared)
      #expect(try await temperatures.next() == "92")
      store.send(.disappeared)
    }
  }

  @Test("Cancelling removes the registration of the sauna listener", arguments: Backend.allCases)
  func cancellation(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let pace = HeldPace()
      let questions = Broadcast(wrappedValue: 0)
      let firestore = try environment.disturbedFirestore(pace: pace.pace) { place in
        if place == "get sauna/aufguss" { questions.update { $0 + 1 } }
      }
      let sauna = firestore.firestore.document("sauna/aufguss")
      try await sauna.setData(measurement)
      let client = SaunaClient.live(firestore.firestore)
      let listening = Task {
        var heard: [String] = []
        for try await states in client.listen("aufguss") { heard.append(states.temperature) }
        return heard
      }
      await pace.arrival()
      listening.cancel()
      #expect(try await listening.value == ["80.5"])
      // Only the cancellation of the registration's own task ends this wait.
      await pace.stop()
      try await sauna.updateData(["temperature": "92"])
      #expect(questions.wrappedValue == 1)
    }
  }
}

extension SaunaStore {
  /// Waits for the error of a failed listener.
  fileprivate func failure() async -> (any Error)? {
    for await state in $state { if let error = state.current.error { return error } }
    return nil
  }
}
