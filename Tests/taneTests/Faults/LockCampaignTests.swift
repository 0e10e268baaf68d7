import Foundation
import Testing

/// Starts two seeds and an emulator of one environment concurrently; `TANE_CONTENTIONS` sets the
/// number of times, 2 by default.
@Suite("Concurrent seeds and emulators")
struct LockCampaignTests {
  private static let fixture = "fixtures/base/databases/shops/shops.yaml"

  @Test("Concurrent seeds and an emulator succeed in turn or are rejected with the running command")
  func campaign() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    for index in 1...CampaignLength.of("TANE_CONTENTIONS", default: 2) {
      let lines = (0..<500).map { "- {id: \($0), name: shop \(index)}" }
      try project.write(lines.joined(separator: "\n"), to: Self.fixture)
      let root = project.root
      async let first = TaneProcess.run(["seed"], in: root)
      async let second = TaneProcess.run(["seed"], in: root)
      async let emulator = TaneProcess.run(
        ["emulate", "--export-on-exit", "out", "--exec", "true"] + EmulateTests.anyPorts,
        in: root
      )
      for result in [try await first, try await second, try await emulator] {
        let isRefused = result.status == 2 && result.errors.contains("local is in use by tane ")
        #expect(result.status == 0 || isRefused, "\(index): \(result.status) \(result.errors)")
        #expect(!result.errors.contains("an earlier seed"), "\(index): \(result.errors)")
      }
      try checkExport(index, of: project)
      #expect(try await project.tane("seed").status == 0)
      #expect(try await project.tane("diff").status == 0, "\(index)")
    }
  }

  /// Checks that the emulator served either all old or all new values.
  private func checkExport(_ index: Int, of project: TemporaryProject) throws {
    guard project.exists("out") else { return }
    let names = try project.read("out/database_export/shops.json").matches(of: /shop [0-9]+/)
    #expect(Set(names.map(\.output)).count <= 1, "\(index)")
  }
}
