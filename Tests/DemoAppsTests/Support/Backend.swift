import Testing

/// The services that an app's data layer runs against.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// Embedded stores in the process of the app.
  case embedded
  /// The emulator's servers, over real sockets.
  case emulated

  var testDescription: String { rawValue }

  /// Creates a project with fixtures, seeds its environment `local` and activates it in the test's
  /// own managers; shuts down the services afterward.
  func run(
    _ fixtures: DemoFixtures = .demo,
    isolation: isolated (any Actor)? = #isolation,
    _ test: (DemoEnvironment) async throws -> Void
  ) async throws {
    let disturbance = Disturbance()
    let project = try DemoProject(fixtures)
    let emulator = self == .emulated ? try await EmulatedServices.start(disturbance) : nil
    do {
      for name in ["local", "staging"] {
        let services = emulator?.profile(of: name) ?? DemoProject.embeddedProfile
        let sets = name == "local" ? "[base]" : "[base, staging]"
        try project.write("fixtures: \(sets)\n\(services)", to: "environments/\(name).yaml")
      }
      let environment = DemoEnvironment(self, in: project, disturbance)
      try environment.activate("local")
      try await environment.seed("local")
      try await test(environment)
    } catch {
      await emulator?.shutDown()
      throw error
    }
    await emulator?.shutDown()
  }
}
