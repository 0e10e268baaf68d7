import Foundation
import HTTPTypes
import TaneCore
import TaneKit
import TaneProject
import Testing

@testable import TaneEmulator

@Suite("Studio's pages of data")
struct StudioBrowserTests {
  private static let environment = """
    databases: { shops: "embedded:shops" }
    buckets: { images: "embedded:images" }
    firestore: embedded:main
    accounts: embedded:main
    """
  private let studio: StudioFixture

  init() throws {
    studio = try StudioFixture([
      "environments/local.yaml": Self.environment,
      "fixtures/base/databases/shops/a.yaml":
        "name: <script>alert(1)</script>\nmenu: [{ yen: 900 }]\n",
      "fixtures/base/firestore/posts/one.yaml": "at: !timestamp 2024-01-02T03:04:05Z\nlikes: 3\n",
      "fixtures/base/firestore/posts/one/comments/first.yaml": "text: うまい\n",
      "fixtures/base/accounts.yaml": "ann:\n  email: ann@example.com\n  password: secret99\n",
      "fixtures/base/buckets/images/dir/a.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "fixtures/base/buckets/images/page.html": "<script>alert(1)</script>",
    ])
  }

  private func seed() async throws { _ = try await studio.environment().seed() }

  /// Returns the text of a part of a page, without elements.
  private func text(_ path: String) async -> String {
    await studio.get(path).text.replacing(/<[^>]*>/, with: "|").replacing(/\|[| ]*/, with: "|")
  }

  @Test("The first page lists the services, without reading them")
  func overview() async {
    let page = await studio.get("/browse/local")
    #expect(page.status == .ok)
    #expect(page.header("Content-Type") == "text/html; charset=utf-8")
    for part in [
      "/part/local?at=shops%3A%2F", "/part/local?at=images%3A%2F", "firestore", "accounts",
    ] {
      #expect(page.text.contains(part))
    }
    #expect(await studio.get("/").header("Location") == "/browse/local")
  }

  @Test("The children of a node are listed with their types, and data is escaped")
  func tree() async throws {
    try await seed()
    #expect(await text("/part/local?at=shops:/") == "|a|map|")
    #expect(
      await text("/part/local?at=shops:/a")
        == "|menu|list|name|\"&lt;script&gt;alert(1)&lt;/script&gt;\"|string|"
    )
    #expect(await text("/part/local?at=shops:/a/menu/0/yen") == "|yen|900|integer|")
    #expect(
      await text("/part/local?at=shops:/b") == "|Nothing exists here, or it was removed.|"
    )
    #expect(!(await studio.get("/browse/local?at=shops:/a").text.contains("<script>alert")))
  }

  @Test("Documents, accounts and objects are listed")
  func kinds() async throws {
    try await seed()
    #expect(await text("/part/local?at=firestore:/") == "|posts|collection|")
    #expect(await text("/part/local?at=firestore:/posts") == "|one|document|")
    #expect(
      await text("/part/local?at=firestore:/posts/one")
        == "|at|!timestamp 2024-01-02T03:04:05Z|timestamp|likes|3|integer|comments|collection|"
    )
    #expect(await text("/part/local?at=firestore:/posts/one/likes") == "|likes|3|integer|")
    #expect(await text("/part/local?at=accounts:/") == "|ann|account|")
    #expect(
      await text("/part/local?at=accounts:/ann")
        == "|email|\"ann@example.com\"|string|password|\"&lt;redacted&gt;\"|string|"
    )
    #expect(
      await text("/part/local?at=images:/")
        == "|dir/|folder|page.html|text/html, 25 B|download|"
    )
  }

  @Test("Objects cannot run scripts, and only images are shown")
  func objects() async throws {
    try await seed()
    let image = await studio.get("/object/local?at=images:/dir/a.svg")
    #expect(image.header("Content-Type") == "image/svg+xml")
    #expect(
      image.header("Content-Security-Policy")?.hasPrefix("sandbox; default-src 'none'") == true
    )
    #expect(image.header("X-Content-Type-Options") == "nosniff")
    let page = await studio.get("/object/local?at=images:/page.html")
    #expect(page.header("Content-Type") == "application/octet-stream")
    #expect(page.header("Content-Disposition") == "attachment")
    #expect(page.text == "<script>alert(1)</script>")
    #expect(await studio.get("/object/local?at=images:/nothing").status == .notFound)
  }

  @Test("A long list is shown in pages")
  func pages() async throws {
    let entries = (0..<250).map { "k\($0 + 1000): \($0)\n" }.joined()
    try studio.write(entries, to: "fixtures/base/databases/shops/many.yaml")
    try await seed()
    let first = await text("/part/local?at=shops:/many")
    #expect(first.hasPrefix("|k1000|0|integer|k1001|1|integer|"))
    #expect(first.hasSuffix("|k1099|99|integer|show more|"))
    let last = await text("/part/local?at=shops:/many&after=k1199")
    #expect(last.hasPrefix("|k1200|200|integer|"))
    #expect(last.hasSuffix("|k1249|249|integer|"))
    let beyond = await text("/part/local?at=shops:/many&after=k1199x")
    #expect(beyond.hasPrefix("|k1200|200|integer|"))
  }

  @Test("Unknown environments, services and addresses have a message")
  func badInput() async {
    let unknown = await studio.get("/browse/nowhere")
    #expect(unknown.status == .notFound)
    #expect(unknown.text.contains("nowhere"))
    let service = await text("/part/local?at=other:/a")
    #expect(service.contains("local has no database or bucket \"other\""))
    let address = await studio.get("/browse/local?at=a%20b")
    #expect(address.status == .badRequest)
    #expect(
      address.text.contains("is not a valid address; expected an address such as shops:/shops/0")
    )
    #expect(await studio.get("/other/local/x").status == .notFound)
  }

  @Test("A service that does not answer has a message in its panel, and others are shown")
  func unreachable() async throws {
    try studio.write(
      "databases: { shops: \"embedded:shops\", far: \"http://127.0.0.1:9?ns=far\" }\n"
        + "limits: { timeout: 1s }\n",
      to: "environments/local.yaml"
    )
    #expect(await studio.get("/browse/local").text.contains("far"))
    #expect(await text("/part/local?at=far:/").contains("far (http://127.0.0.1:9?ns=far)"))
  }

  @Test("The masked fields of a protected environment are not shown")
  func masks() async throws {
    try await seed()
    try studio.write(
      "guard: protected\n\(Self.environment)\nmasks: { \"shops:/a/name\": hash, \"accounts:/*\": key hash }\n",
      to: "environments/local.yaml"
    )
    let rows = await text("/part/local?at=shops:/a")
    #expect(rows == "|menu|list|name|masked |string|")
    #expect(await text("/part/local?at=shops:/a/name") == "|name|masked |string|")
    #expect(await text("/part/local?at=accounts:/") == "|masked  |key|")
  }

  @Test("Everything of a protected environment is masked if its masks cannot be read")
  func brokenMasks() async throws {
    try await seed()
    try studio.write("guard: protected\n\(Self.environment)\n", to: "environments/local.yaml")
    try studio.write("masks: { \"shops:/a/name\": hsah }\n", to: "fixtures/base/set.yaml")
    #expect(await text("/part/local?at=shops:/a/name") == "|masked  |key|")
  }

  @Test("A wide rule that keeps values does not show what a narrower rule masks")
  func wideMasks() async throws {
    try await seed()
    try studio.write(
      "guard: protected\n\(Self.environment)\nmasks: { \"shops:/**\": keep, \"shops:/a/name\": hash }\n",
      to: "environments/local.yaml"
    )
    let masks = StudioMasks(of: try studio.environment())
    let place = try #require(Address(parsing: "shops:/a"))
    #expect(masks.hides(Tree(["name": "Harukaze"]), at: place))
    #expect(!masks.hides(Tree(["menu": [1]]), at: place))
  }

  @Test("A page after the last child is empty")
  func afterLast() async throws {
    try await seed()
    #expect(await text("/part/local?at=shops:/a&after=zzz") == "|nothing here|")
  }
}
