import Foundation
import Testing

@Suite("Tour and similar guides")
struct TourTests {
  private static let folder = "Sources/tane/Documentation.docc"
  private static let page = "\(folder)/Tour.md"
  private static let pages = [page, "\(folder)/Configuration.md"]
  private static let japanesePages = [
    "\(folder)/ja/Tour-ja.md", "\(folder)/ja/Configuration-ja.md",
  ]

  @Test(
    "Each guide shows the real output of its commands from first to last",
    arguments: pages + japanesePages
  )
  func commands(page: String) async throws {
    let tour = try Guide(at: page, language: "console")
    var run = try GuideRun(tour, locale: Self.japanesePages.contains(page) ? "ja_JP.UTF-8" : "C")
    for step in tour.steps {
      switch step {
      case .edit(let edit): try edit.apply(in: run.reader.project)
      case .command(let command): try await run.run(command)
      }
    }
    await run.end()
    try run.record()
  }

  @Test("Every command shown in a guide is run", arguments: pages)
  func everyCommand(page: String) throws {
    let tour = try Guide(at: page, language: "console")
    let text = try String(
      contentsOf: TemporaryProject.repository.appending(path: page),
      encoding: .utf8
    )
    let shown = text.split(separator: "\n").count { $0.drop(while: { $0 == " " }).hasPrefix("$ ") }
    #expect(tour.commands.count == shown)
    #expect(tour.commands.count { $0.line.contains("tane ") } > 5)
  }

  @Test("The tour's sample equals the test that is run")
  func sample() throws {
    let samples = try Guide(at: Self.page, language: "console").blocks(in: "swift")
    let file = "Tests/taneTests/Documentation/ShopListTests.swift"
    let test = try String(
      contentsOf: TemporaryProject.repository.appending(path: file),
      encoding: .utf8
    )
    #expect(samples == [test])
  }
}
