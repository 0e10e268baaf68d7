import Foundation
import TestSupport
import TaneTesting
import Testing

/// Kills seeds at random moments; `TANE_KILLS` sets their number, 3 by default.
@Suite("Killed seeds")
struct KillCampaignTests {
  private static let fixture = "fixtures/base/databases/shops/shops.yaml"

  @Test("A killed seed leaves the old or new value everywhere, and the next one completes it")
  func campaign() async throws {
    let project = try TemporaryProject()
    // The data is so large that a kill can happen in every phase of a seed: reading, planning,
    // writing and reading back.
    try write(0, to: project)
    var usual = try await durationOfSeed(in: project)
    var random = SeededGenerator(seed: 11)
    for index in 1...CampaignLength.of("TANE_KILLS", default: 3) {
      try write(2 * index, to: project)
      let seed = try await BackgroundTane(["seed"], in: project)
      try await Task.sleep(for: usual * Double.random(in: 0..<1, using: &random))
      seed.send(SIGKILL)
      _ = await seed.end()
      try await complete(index, in: project)
      try await check(index, in: project)
      // Other tests slow the first seed down more than later ones, and the next kill must happen
      // before its seed ends.
      try write(2 * index + 1, to: project)
      usual = min(usual, try await durationOfSeed(in: project))
    }
  }

  private func durationOfSeed(in project: TemporaryProject) async throws -> Duration {
    let start = ContinuousClock.now
    let seed = try await BackgroundTane(["seed"], in: project)
    #expect(await seed.end() == 0)
    return start.duration(to: .now)
  }

  private func write(_ index: Int, to project: TemporaryProject) throws {
    let lines = (0..<5_000).map { "- {id: \($0), name: shop \(index)}" }
    try project.write(lines.joined(separator: "\n"), to: Self.fixture)
    try project.write(
      Data(repeating: UInt8(index % 256), count: 100_000),
      to: "fixtures/base/buckets/images/\(index % 5).png"
    )
  }

  /// Finishes the killed run in one of three ways; a reverted run is seeded again later.
  private func complete(_ index: Int, in project: TemporaryProject) async throws {
    guard index % 3 > 0, try await project.tane("history").output.contains("interrupted after")
    else { return }
    let verb = index % 3 == 1 ? "resume" : "discard"
    let result = try await project.tane(verb)
    #expect(result.status == 0, "\(index) \(verb): \(result.output)\(result.errors)")
    let difference = try await project.tane("diff", "--summary")
    if verb == "resume" {
      #expect(difference.status == 0, "\(index) \(verb): \(difference.output)")
    } else {
      #expect(difference.output.contains(/shops:\/shops +~ 5,000 change\n/), "\(index) \(verb)")
    }
  }

  private func check(_ index: Int, in project: TemporaryProject) async throws {
    let difference = try await project.tane("diff", "--summary")
    #expect([0, 1].contains(difference.status), "\(index): \(difference.errors)")
    // A database is written atomically, so all of its names are either old or new.
    let isWhole = difference.output.contains(/shops:\/shops +~ 5,000 change\n/)
    #expect(
      isWhole || !difference.output.contains("shops:/shops "),
      "\(index): \(difference.output)"
    )
    let next = try await project.tane("seed")
    #expect(next.status == 0, "\(index): \(next.errors)")
    #expect(!next.errors.contains("in use"), "\(index): \(next.errors)")
    #expect(try await project.tane("diff").status == 0, "\(index)")
    let history = try await project.tane("history").output
    #expect(!history.contains("interrupted after"), "\(index): \(history)")
  }
}
