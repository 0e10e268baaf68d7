import Foundation
import TestSupport
import Testing

@Suite("Interrupted seeds")
struct InterruptionTests {
  @Test(
    "A signal rolls back a running seed and determines the exit code",
    arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)]
  )
  func interrupted(signal: Int32, status: Int32) async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    try project.write("- id: 7\n", to: "fixtures/base/databases/shops/shops.yaml")
    let before = try await project.tane("diff").output
    let other = try await HeldStore(of: project)
    let seed = try await BackgroundTane(["seed"], in: project)
    #expect(await seed.errors.next() == "writing shops atomically: 3 writes")
    seed.send(signal)
    #expect(await seed.errors.next()?.hasPrefix("stopping; ") == true)
    try await other.release()
    #expect(await seed.errors.next() == "error: interrupted; nothing was written to local")
    #expect(await seed.end() == status)
    #expect(try await project.tane("diff").output == before)
  }
}
