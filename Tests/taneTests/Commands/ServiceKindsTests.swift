import ArgumentParser
import Foundation
import TaneCore
import TaneProject
import Testing

@testable import TaneEmulator
@testable import TaneRuntime
@testable import tane

@Suite("Kinds of services")
struct ServiceKindsTests {
  @Test("Every kind of service in profiles can be opened and emulated")
  func parts() {
    #expect(Set(ServiceProviders.all.map(\.kind)) == Set(ServiceKind.all))
    #expect(ServiceRegistry.emulators.map(\.kind) == ServiceKind.all)
    var options = EmulateOptions(version: "1.0.0")
    options.ports = (try? EmulatorPorts.parse([]).chosen) ?? [:]
    #expect(
      ServiceRegistry.emulators.map { options.port(of: $0.name, FirebaseSettings()) } == [
        9000, 9199, 8080, 9099, 9599,
      ]
    )
  }

  @Test("Every kind of service has its own emulator variables")
  func variables() {
    let names = ServiceKind.all.map { $0.emulatorVariables(for: "127.0.0.1:1").map(\.name) }
    #expect(names.allSatisfy { !$0.isEmpty })
    #expect(Set(names.joined()).count == names.joined().count)
  }

  /// Code that names several kinds of services would have to be changed for each new kind.
  @Test("Only registries name several kinds of services together")
  func registries() throws {
    let sources = TemporaryProject.repository.appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    )
    let naming = try files.compactMap { $0 as? URL }.filter { file in
      guard file.pathExtension == "swift" else { return false }
      let code = try String(contentsOf: file, encoding: .utf8).replacing(/\/\/.*/, with: "")
      return try ServiceKind.all.count { try Regex("\\.\($0.id)\\b").firstMatch(in: code) != nil }
        > 2
    }
    #expect(naming.map(\.lastPathComponent) == ["InMemoryKind.swift"])
  }
}
