import Foundation
import Testing

@Suite("README commands")
struct ReadmeTests {
  /// A command of the READMEs with its exit code and the preceding changes, which the READMEs
  /// describe in words.
  private struct Step {
    let line: String
    let status: Int32
    var before: @Sendable (GuideReader) async throws -> Void = { _ in }
  }

  private static let steps = [
    Step(line: "tane seed", status: 0),
    Step(line: "tane diff", status: 1) {
      try replace("name: 麺屋 はるかぜ\n", "name: 麺屋 はるかぜ 本店\n", in: $0)
    },
    Step(line: "tane validate", status: 1) {
      try replace("updated_at: 2026-04-01T04:47:38Z\n", "updated_at: 1000\n", in: $0)
      try replace("- id: 1000002\n", "- id: 1000002\n  opens.at: .nan\n", in: $0)
    },
    Step(line: "tane seed -e production --yes", status: 3),
    Step(line: "tane env show staging", status: 0),
    Step(line: "TANE_ENV=staging tane diff", status: 1) {
      try takeBack(in: $0)
      // An emulator replaces the real environment; it is empty, so everything differs.
      _ = try await $0.serve("tane emulate -e staging --in-memory")
    },
  ]

  private static let shops = "fixtures/base/databases/shops/shops.yaml"

  @Test(
    "The commands of the READMEs are known and print the shown output",
    arguments: [("README.md", "C"), ("README.ja.md", "ja_JP.UTF-8")]
  )
  func commands(page: String, locale: String) async throws {
    let readme = try Guide(at: page, language: "")
    var run = try GuideRun(readme, locale: locale)
    #expect(readme.commands.map { Self.withoutComment($0.line) } == Self.steps.map(\.line))
    for (command, step) in zip(readme.commands, Self.steps) {
      try await step.before(run.reader)
      try await run.run(command, status: step.status, isExact: false)
    }
    await run.end()
    try run.record()
  }

  private static func withoutComment(_ line: String) -> String {
    String(line.prefix { $0 != "#" }.reversed().drop { $0 == " " }.reversed())
  }

  private static func replace(
    _ old: String,
    _ new: String,
    in reader: GuideReader
  ) throws {
    let text = try reader.project.read(shops)
    try #require(text.ranges(of: old).count == 1, "\(old)")
    try reader.project.write(text.replacing(old, with: new), to: shops)
  }

  private static func takeBack(in reader: GuideReader) throws {
    let text = try String(
      contentsOf: TemporaryProject.repository.appending(path: shops),
      encoding: .utf8
    )
    try reader.project.write(text, to: shops)
  }
}
