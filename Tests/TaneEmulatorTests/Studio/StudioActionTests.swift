import Foundation
import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneKit
import TaneProject
import Testing

@testable import TaneEmulator

@Suite("Studio's comparison and actions")
struct StudioActionTests {
  private static let fixture = "# Our shop.\nname: Harukaze # noodles\nseats: 8\n"
  private static let file = "fixtures/base/databases/shops/a.yaml"
  private static let profile = "databases: { shops: \"embedded:shops\" }\n"
  private static let address = "shops:/a/seats"
  private let studio: StudioFixture

  init() async throws {
    studio = try StudioFixture([
      "environments/local.yaml": Self.profile, Self.file: Self.fixture,
    ])
    _ = try await studio.environment().seed()
    try await edit(12)
  }

  /// Makes a manual edit.
  private func edit(_ seats: Int64) async throws {
    try await studio.stores().database("shops")
      .set(Tree(.integer(seats)), at: TreePath(["a", "seats"]))
  }

  private func seats() async throws -> Int64? {
    try await studio.stores().database("shops").tree(at: TreePath(["a", "seats"])).integer
  }

  /// Returns the form of a page with the plan of an action.
  private func form(_ page: EmulatorResponse) throws -> String {
    let match = page.text.firstMatch(of: /name="plan" value="([0-9a-f]+)"/)
    let id = try #require(match?.output.1, "\(page.text)")
    return "secret=\(studio.service.gate.formSecret)&plan=\(id)"
  }

  private func plan(_ action: String, at address: String = address) async -> EmulatorResponse {
    await studio.get("/act/local?do=\(action)\(action == "reset" ? "" : "&at=\(address)")")
  }

  @Test("A manual edit is compared with its fixture and with the last seed")
  func edits() async {
    let page = await studio.get("/compare/local")
    #expect(page.text.contains("not overwritten: changed in the environment since the last seed"))
    let columns = page.text.firstMatch(of: /<div class="columns">.*?<\/article>/)
      .map {
        String($0.output).replacing(/<[^>]*>/, with: " ").split(separator: " ").joined(
          separator: " "
        )
      }
    #expect(columns?.hasPrefix("fixtures + 8 environment - 12 last seed 8 ") == true)
    #expect(page.text.contains("vscode://file\(studio.root.path)/\(Self.file):3:8"))
  }

  @Test("A conflict precedes other differences")
  func conflict() async throws {
    try studio.write("name: New name\nseats: 20\n", to: Self.file)
    let page = await studio.get("/compare/local").text
    let conflict = try #require(page.firstRange(of: "conflict: changed both"))
    let change = try #require(page.firstRange(of: "shops:/a/name"))
    #expect(conflict.lowerBound < change.lowerBound)
  }

  @Test("A manual edit is adopted into its line, after its plan was shown")
  func adopting() async throws {
    let page = await plan("adopt")
    #expect(page.text.contains("tane adopt shops:/a/seats -e local"))
    #expect(try studio.read(Self.file) == Self.fixture)
    let done = await studio.post("/act/local", try form(page))
    #expect(done.text.contains("Done and verified."))
    let expected = Self.fixture.replacing("8", with: "12")
    #expect(try studio.read(Self.file) == expected)
    let again = await studio.post("/act/local", try form(page))
    #expect(again.text.contains("This plan was already applied, or is too old."))
  }

  @Test("A manual edit is reverted, after its plan was shown")
  func reverting() async throws {
    let page = await plan("revert")
    #expect(page.text.contains("tane seed shops:/a/seats --on-conflict take -e local"))
    #expect(try await seats() == 12)
    #expect(await studio.post("/act/local", try form(page)).text.contains("Done and verified."))
    #expect(try await seats() == 8)
  }

  @Test("The demo is reset with the dates that its plan shows")
  func resetting() async throws {
    try studio.write("name: A\nseats: 9\nopens: !now +1h\n", to: Self.file)
    let page = await studio.get("/act/local?do=reset")
    #expect(page.text.contains("tane demo reset -e local"))
    #expect(await studio.post("/act/local", try form(page)).text.contains("Done and verified."))
    #expect(try await seats() == 9)
  }

  @Test(
    "Nothing is written if the data change after the plan is shown",
    arguments: ["adopt", "revert"]
  )
  func changed(action: String) async throws {
    let page = await plan(action)
    try await edit(13)
    let refused = await studio.post("/act/local", try form(page))
    #expect(
      refused.text.contains(
        "Nothing was written: the data changed after the plan was shown. This is the current plan."
      )
    )
    #expect(try studio.read(Self.file) == Self.fixture)
    #expect(try await seats() == 13)
    // The new plan can be applied.
    #expect(await studio.post("/act/local", try form(refused)).text.contains("Done and verified."))
  }

  @Test("An environment that requires confirmation is written only if the page has asked")
  func confirming() async throws {
    try studio.write("guard: confirm\n" + Self.profile, to: "environments/local.yaml")
    // Adopting changes only a file.
    #expect(!(await plan("adopt").text.contains("Write these changes")))
    let page = await plan("revert")
    #expect(page.text.contains("Write these changes to local?"))
    let declined = await studio.post("/act/local", try form(page))
    #expect(declined.text.contains("declined; nothing was written to local"))
    #expect(try await seats() == 12)
    let confirmed = await studio.post("/act/local", try form(declined) + "&confirmed=yes")
    #expect(confirmed.text.contains("Done and verified."))
    #expect(try await seats() == 8)
  }

  @Test("A protected environment is only for looking", arguments: ["adopt", "revert", "reset"])
  func protected(action: String) async throws {
    let page = await plan(action)
    try studio.write("guard: protected\n" + Self.profile, to: "environments/local.yaml")
    let message = "local is protected: the studio cannot change it; run the command in a terminal"
    #expect(await plan(action).text.contains(message))
    let refused = await studio.post("/act/local", try form(page) + "&confirmed=yes")
    #expect(refused.text.contains(message))
    #expect(try studio.read(Self.file) == Self.fixture)
    #expect(try await seats() == 12)
    #expect(!(await studio.get("/compare/local").text.contains("/act/")))
  }

  @Test("Masked values of a protected environment are neither compared nor in findings")
  func masks() async throws {
    try studio.write(
      "guard: protected\n\(Self.profile)masks: { \"shops:/a/seats\": hash }\n",
      to: "environments/local.yaml"
    )
    let page = await studio.get("/compare/local").text
    #expect(page.contains("shops:/a/seats"))
    #expect(page.contains("<p>masked</p>"))
    #expect(!page.contains("<span>-</span> 12"))
    try studio.write(
      "guard: protected\n\(Self.profile)masks: { \"shops:/*\": key hash }\n",
      to: "environments/local.yaml"
    )
    let keys = await studio.get("/compare/local").text
    #expect(keys.contains("shops:/•••/•••"))
    #expect(!keys.contains("shops:/a"))
  }

  @Test("Errors in fixtures are shown with their places")
  func errors() async throws {
    try studio.write("name: [1\n", to: Self.file)
    let page = await studio.get("/compare/local").text
    #expect(page.contains("in the fixtures; nothing was compared"))
    #expect(page.contains("\(Self.file):"))
  }

  @Test("An edit inside of a large value, after its plan was shown, is not overwritten")
  func editAfterPlan() async throws {
    let place = TreePath(["a", "seats"])
    let shops = try studio.stores().database("shops")
    let members = (0..<10).map { ("k\($0)", TreeLiteral.integer($0)) }
    try await shops.set(Tree(.map(members)), at: place)
    let page = await plan("revert")
    try await shops.set(Tree("valuable"), at: place.appending("k3"))
    let response = await studio.post("/act/local", try form(page))
    #expect(response.text.contains("the data changed after the plan was shown"))
    #expect(try await shops.tree(at: place.appending("k3")) == Tree("valuable"))
  }

  @Test("A reset of a part, and an unquoted name of an environment, do not exist")
  func partialReset() async throws {
    let page = await studio.get("/act/local?do=reset&at=\(Self.address)")
    #expect(page.status == .notFound)
    try studio.write(Self.profile, to: "environments/x y;touch z.yaml")
    let environment = try studio.environment("x y;touch z")
    let text = StudioActionText(action: .reset, address: nil, environment: environment)
    #expect(text.command == "tane demo reset -e 'x y;touch z'")
  }

  @Test("The lines of a fixture show no passwords")
  func passwords() {
    let lines = StudioLineDiff(
      from: Array("u1: {email: a@b.c, password: 'one, two'}".utf8),
      to: Array("u1: {email: d@b.c, password: \"three\"}".utf8)
    ).markup.html
    #expect(!lines.contains("two") && !lines.contains("three"))
    #expect(lines.contains("email: d@b.c, password: &lt;redacted&gt;}"))
    let hashes = StudioLineDiff(
      from: Array("hash: {rounds: 1, signerKey: a1==, saltSeparator: b2==}\n".utf8),
      to: Array("  passwordHash: c3==\n  salt: d4==\n".utf8)
    ).markup.html
    for secret in ["a1", "b2", "c3", "d4"] { #expect(!hashes.contains(secret)) }
    #expect(hashes.contains("rounds: 1, signerKey: &lt;redacted&gt;, saltSeparator: &lt;redacted"))
  }
}
