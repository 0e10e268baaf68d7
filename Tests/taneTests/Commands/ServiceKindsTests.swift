import ArgumentParser
import TaneCore
import TaneProject
import Testing

@testable import TaneRuntime
@testable import tane

@Suite("Every kind of service")
struct ServiceKindsTests {
  @Test("that a profile can name is opened and emulated")
  func parts() {
    #expect(Set(ServiceProviders.all.map(\.kind)) == Set(ServiceKind.all))
    #expect(ServiceRegistry.emulators.map(\.kind) == ServiceKind.all)
    let ports = try? EmulatorPorts.parse([])
    #expect(
      ServiceRegistry.emulators.map { ports?.port(of: $0.name, FirebaseSettings()) } == [
        9000, 9199, 8080, 9099, 9599,
      ]
    )
  }

  @Test("has an emulator that clients find by a variable of their own")
  func variables() {
    let names = ServiceKind.all.map { $0.emulatorVariables(for: "127.0.0.1:1").map(\.name) }
    #expect(names.allSatisfy { !$0.isEmpty })
    #expect(Set(names.joined()).count == names.joined().count)
  }
}
