import Foundation
import TestSupport
import Testing

@testable import tane

@Suite("tane watch")
struct WatchTests {
  @Test(
    "The watch command validates at once and after each change until Ctrl-C"
  )
  func validates() async throws {
    let project = try TemporaryProject()
    let output = Pipe()
    let tane = try await BackgroundTane(
      ["watch", "--no-types"],
      in: project,
      output: output.fileHandleForWriting
    )
    try output.fileHandleForWriting.close()
    let results = LineReader(output.fileHandleForReading)
    func result() async throws -> String {
      while let line = await results.next() { if line.hasPrefix("Checked ") { return line } }
      return try #require(nil)
    }
    #expect(
      try await result() == "Checked 4 values and 0 objects in 1 file: 0 errors and 0 warnings."
    )
    #expect(await tane.errors.next() == "watching 2 files; press Ctrl-C to stop")
    let file = "fixtures/base/databases/shops/shops.yaml"
    try project.write("- { id: [1 }\n", to: file)
    #expect(try await result().hasSuffix(": 1 error and 0 warnings."))
    #expect(await tane.errors.next() == "")
    #expect(await tane.errors.next() == "changed: \(file)")
    #expect(await tane.errors.next() == "watching 2 files; press Ctrl-C to stop")
    // A broken profile is reported as well, and watching continues.
    try project.write("guard: ajar\n", to: "environments/local.yaml")
    while let line = await tane.errors.next() {
      if line == "watching 2 files; press Ctrl-C to stop" { break }
    }
    let profile = try #require(TemporaryProject.basics["environments/local.yaml"])
    try project.write(profile, to: "environments/local.yaml")
    #expect(try await result().hasSuffix(": 1 error and 0 warnings."))
    try project.write("- id: 5\n", to: "fixtures/base/databases/users.yaml")
    try project.write("- id: 3\n", to: file)
    #expect(try await result().contains(" error"))
    tane.send(SIGINT)
    #expect(await tane.end() == 130)
  }

  @Test("The watch command with --seed seeds only an open environment after each change")
  func seeds() async throws {
    let project = try TemporaryProject()
    let output = Pipe()
    let tane = try await BackgroundTane(
      ["watch", "--seed"],
      in: project,
      output: output.fileHandleForWriting
    )
    try output.fileHandleForWriting.close()
    let results = LineReader(output.fileHandleForReading)
    func seeded() async throws -> String {
      while let line = await results.next() { if line.hasPrefix("Seeded ") { return line } }
      return try #require(nil)
    }
    #expect(try await seeded().contains("verified 4 values"))
    try project.write("- id: 7\n", to: "fixtures/base/databases/shops/shops.yaml")
    #expect(try await seeded().hasPrefix("Seeded local in "))
    tane.send(SIGTERM)
    #expect(await tane.end() == 143)
    #expect(try await project.tane("diff").status == 0)

    try project.write(
      "guard: confirm\ndatabases: { shops: embedded:shops }\n",
      to: "environments/staging.yaml"
    )
    let refused = try await project.tane("watch", "--seed", "-e", "staging")
    #expect(refused.status == 3)
    #expect(
      refused.errors
        == "error: the guard of staging is \"confirm\": tane watch --seed writes without "
        + "confirmation, so it requires an environment whose guard is \"open\"; run tane seed "
        + "-e staging\n"
    )
    #expect(try await project.tane("watch", "-e", "none").status == 64)
    let json = try await project.tane("watch", "--json")
    #expect(json.status == 64)
    #expect(
      json.errors
        == "error: --json: tane watch writes output after each change, not one document; run tane "
        + "validate --json\n"
    )
  }
}
