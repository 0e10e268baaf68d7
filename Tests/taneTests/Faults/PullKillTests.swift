import Foundation
import TestSupport
import TaneTesting
import Testing

/// Kills pulls at random moments; `TANE_KILLS` sets their number, 3 by default.
@Suite("Killed pulls")
struct PullKillTests {
  private static let names = (0..<40).map { "fixtures/base/databases/shops/k\($0).yaml" }

  private func write(_ value: Int, to project: TemporaryProject) throws {
    for name in Self.names { try project.write("v: \(value)\n", to: name) }
  }

  private func texts(of project: TemporaryProject) throws -> Set<String> {
    Set(try Self.names.map(project.read))
  }

  @Test("A killed pull leaves all old or all new fixtures to the next command")
  func campaign() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n"
    ])
    try write(2, to: project)
    #expect(try await project.tane("seed").status == 0)
    try write(1, to: project)
    let start = ContinuousClock.now
    #expect(try await project.tane("pull", "shops:/").status == 0)
    let usual = ContinuousClock.now - start
    #expect(try texts(of: project) == ["v: 2\n"])
    var random = SeededGenerator(seed: 19)
    for index in 1...CampaignLength.of("TANE_KILLS", default: 3) {
      try write(1, to: project)
      let pull = try await BackgroundTane(["pull", "shops:/"], in: project)
      try await Task.sleep(for: usual * Double.random(in: 0.3..<1.1, using: &random))
      pull.send(SIGKILL)
      _ = await pull.end()
      #expect(try await project.tane("fixtures", "list").status == 0)
      #expect(try texts(of: project).count == 1, "\(index)")
    }
  }
}
