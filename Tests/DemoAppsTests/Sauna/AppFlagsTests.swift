import DemoApps
import DemoModels
import TaneFirebase
import Testing

@Suite("Flags of the app in Remote Config")
@MainActor struct AppFlagsTests {
  @Test("Fetched flags replace the app's defaults", arguments: Backend.allCases)
  func demo(backend: Backend) async throws {
    try await backend.run(.parts(["remote-config.yaml"])) { environment in
      let flags = try await AppFlags.fetched(from: environment.config.remoteConfig)
      #expect(
        flags
          == AppFlags(isSaunaListenerEnabled: true, postsPageSize: 20, maintenanceMessage: "")
      )
    }
  }

  @Test("A flag turns off the listener of the sauna screen", arguments: Backend.allCases)
  func disabled(backend: Backend) async throws {
    let template = "parameters: { is_sauna_listener_enabled: false }\n"
    try await backend.run(.files(["base/remote-config.yaml": template])) { environment in
      let flags = try await AppFlags.fetched(from: environment.config.remoteConfig)
      #expect(flags.postsPageSize == AppFlags.defaults.postsPageSize)
      let store = SaunaStore.live(
        saunaID: "aufguss",
        firestore: environment.firestore,
        flags: flags
      )
      store.send(.appeared)
      #expect(store.state.current.name == "none")
    }
  }

  @Test("The defaults apply if the flags cannot be fetched")
  func offline() async throws {
    #expect(try await AppFlags.fetched(from: RemoteConfigManager().remoteConfig) == .defaults)
  }
}
