import Foundation
import Testing

@Suite("Large real data")
struct RealDataTests {
  /// 5.7 MB of a reference database for a tabletop game, which is not part of this repository.
  private static let file = TemporaryProject.repository
    .deletingLastPathComponent().appending(path: "shared/data/5e.json")

  @Test(
    "A database of 115,000 values is seeded without differences",
    .enabled(
      if: FileManager.default.fileExists(atPath: file.path),
      "../shared/data/5e.json is not on this machine"
    )
  )
  func reference() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { rules: \"embedded:rules\" }"
    ])
    try project.write(try Data(contentsOf: Self.file), to: "fixtures/base/databases/rules.json")
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0, "\(seeded.errors)")
    let difference = try await project.tane("diff")
    #expect(difference.status == 0)
    #expect(difference.output.contains("No differences: "))
    #expect(difference.errors.hasSuffix("more warnings (tane validate shows all)\n"))
  }
}
