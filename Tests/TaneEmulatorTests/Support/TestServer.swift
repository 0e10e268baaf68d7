import TaneCore
import Testing

@testable import TaneEmulator

/// A database server on a free port.
enum TestServer {
  static func serve(
    _ database: TestDatabase = TestDatabase(),
    limits: ServerLimits = ServerLimits(),
    access: ClientAccessPolicy = ClientAccessPolicy(),
    report: @escaping @Sendable (ServedRequest) -> Void = { _ in },
    _ body: (Int) async throws -> Void
  ) async throws {
    let emulator = database.emulator
    let endpoint = EmulatorEndpoint("database", emulator, webSockets: emulator, port: 0)
    let server = try await EmulatorServer.start(
      [endpoint],
      limits: limits,
      access: access,
      report: report
    )
    do {
      try await body(try #require(server.ports["database"]))
    } catch {
      await server.shutDown()
      throw error
    }
    await server.shutDown()
  }
}
