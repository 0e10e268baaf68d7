import Foundation
import Testing

@Suite("tane demo")
struct DemoCheckTests {
  private static let header =
    "local  embedded · shops, accounts, images · guard open · fixtures base\n\n"

  private static func project(_ more: [String: String] = [:]) throws -> TemporaryProject {
    let files = [
      "environments/local.yaml": """
      guard: open
      databases: { shops: embedded:shops }
      accounts: embedded:main
      buckets: { images: embedded:images }
      """,
      "fixtures/base/databases/shops/sale.yaml": """
      ends: !now +3d
      closes: 2099-01-01
      picture: https://storage.googleapis.com/my-app/a.jpg
      """,
      "fixtures/base/buckets/images/a.jpg": "picture",
      "fixtures/base/accounts.yaml": """
      "1":
        email: a@example.com
        password: correct horse
      """,
    ]
    return try TemporaryProject(files.merging(more) { $1 })
  }

  @Test("The demo check command finds a seeded demo ready")
  func ready() async throws {
    let project = try Self.project()
    #expect(try await project.tane("seed").status == 0)
    let result = try await project.tane("demo", "check")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output == Self.header + """
        = data      3 values match the fixtures
        = types     not checked
        = objects   1 object is present
        = links     1 link points to objects in the fixtures
        = dates     no date that was in the future at the last seed has passed
        = accounts  1 account can sign in

        Ready: local.
        Not checked: whether the app's Swift types can read the data: fixtures/mappings.yaml has no mappings (tane validate \
        --suggest proposes entries).

        """
    )
    #expect(result.errors == "")
  }

  @Test("The demo check command lists links to buckets that the environment does not have")
  func otherBuckets() async throws {
    let links = "fixtures/base/databases/shops/links.yaml"
    let project = try Self.project([links: "a: gs://no-such-bucket/x.png\n"])
    #expect(try await project.tane("seed").status == 0)
    let result = try await project.tane("demo", "check", "--no-accounts", "--no-types")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output.contains(
        "Not checked: 1 link to buckets that the environment does not have, such as "
          + "gs://no-such-bucket/x.png.\n"
      )
    )
  }

  @Test("The demo check command lists the problems of an edited demo, and demo reset fixes them")
  func edited() async throws {
    let project = try Self.project([
      "fixtures/base/databases/shops/broken.yaml": "page: http://127.0.0.1:1/a?token=secret\n"
    ])
    #expect(try await project.tane("seed", "--at", "2020-01-01").status == 0)
    try project.write(
      try project.read("fixtures/base/databases/shops/sale.yaml")
        .replacing("2099-01-01", with: "2020-06-01"),
      to: "fixtures/base/databases/shops/sale.yaml"
    )
    try project.write("another picture", to: "fixtures/base/buckets/images/a.jpg")
    try project.write(
      try project.read("fixtures/base/accounts.yaml").replacing("correct", with: "another"),
      to: "fixtures/base/accounts.yaml"
    )
    let result = try await project.tane("demo", "check")
    #expect(result.status == 1, "\(result.errors)")
    let sale = "fixtures/base/databases/shops/sale.yaml"
    #expect(
      result.output == Self.header + """
        ! data      1 value differs from the fixtures
        \(sale):2:9: error: the value in the environment differs from the one in the \
        fixtures; tane demo reset writes the fixtures' \
        value, and tane diff local shows both [differs-from-fixtures]
          shops:/sale/closes
        = types     not checked
        ! objects   1 of 1 object is missing or different
        fixtures/base/buckets/images/a.jpg: error: the object in the environment differs from \
        the one in the fixtures; tane demo \
        reset uploads it [differs-from-fixtures]
          images:/a.jpg
        ! links     1 of 1 link does not work, 1 link points to objects in the fixtures
        fixtures/base/databases/shops/broken.yaml:1:7: error: http://127.0.0.1:1/a?token=<redacted> cannot be reached: no \
        connection (Connection refused); correct the link, or remove it and run tane demo reset [broken-link]
          shops:/broken/page
        ! dates     2 dates have passed
        \(sale):1:7: error: 2020-01-04T00:00:00Z was still in the future at the last seed and has \
        since passed; tane demo reset renews it \
        [passed-date]
          shops:/sale/ends
        \(sale):2:9: error: 2020-06-01 was still in the future at the last seed and has since \
        passed; write a later date, or one relative to the seed (!now +3d) [passed-date]
          shops:/sale/closes
        ! accounts  1 account cannot sign in
        fixtures/base/accounts.yaml:1:1: error: this account cannot sign in with the password in \
        the fixtures (different password); existing passwords are never overwritten: remove the \
        account from the environment, then run tane demo reset [failed-sign-in]
          accounts:/1

        local is not ready: 6 errors and 0 warnings.
        Not checked: whether the app's Swift types can read the data: fixtures/mappings.yaml has no mappings (tane validate \
        --suggest proposes entries).

        """
    )
    let json = try await project.tane("demo", "check", "--json", "--no-links")
    #expect(json.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    )
    #expect(document["errors"] as? Int == 5)
    let checks = try #require(document["checks"] as? [[String: Any]])
    #expect(
      checks.map { $0["name"] as? String } == [
        "data", "types", "objects", "links", "dates", "accounts",
      ]
    )
    #expect(json.output.contains("whether links work (--no-links)"))

    let reset = try await project.tane("demo", "reset")
    #expect(reset.status == 0, "\(reset.errors)")
    #expect(reset.output.contains("1 object to upload"))
    let again = try await project.tane("demo", "check", "--no-links")
    #expect(again.output.contains("= data      4 values match the fixtures\n"))
    #expect(again.output.contains("= objects   1 object is present\n"))
    #expect(
      again.output.contains(
        "= dates     no date that was in the future at the last seed has passed\n"
      )
    )
  }

  @Test("The demo check command with --no-accounts does not sign in")
  func withoutAccounts() async throws {
    let project = try Self.project()
    #expect(try await project.tane("seed").status == 0)
    let result = try await project.tane("demo", "check", "--no-accounts")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("= accounts  match the fixtures\n"))
    #expect(result.output.contains("Not checked: whether accounts can sign in (--no-accounts).\n"))
  }

  @Test("The demo check command can look ahead in time, and demo reset is guarded like a seed")
  func aheadAndGuarded() async throws {
    let project = try Self.project()
    let profile = try project.read("environments/local.yaml")
    try project.write(
      profile.replacing("guard: open", with: "guard: confirm"),
      to: "environments/staging.yaml"
    )
    let unseeded = try await project.tane("demo", "check", "--until", "+4d", "--no-links")
    #expect(unseeded.status == 1)
    #expect(unseeded.output.contains("! data      1 value differs from the fixtures\n"))
    #expect(unseeded.output.contains(" is still in the future and will have passed by "))
    #expect(try await project.tane("seed").status == 0)
    let soon = try await project.tane("demo", "check", "--until", "+1d", "--no-links")
    #expect(soon.status == 0, "\(soon.output)\(soon.errors)")
    let later = try await project.tane("demo", "check", "--until", "+4d", "--no-links")
    #expect(later.status == 1)
    #expect(later.output.contains("! dates     1 date will have passed by "), "\(later.output)")
    #expect(
      later.output.contains(
        "; write a later date, or one relative to the seed (!now +3d) [passed-date]"
      )
    )
    #expect(try await project.tane("demo", "check", "--until", "soon").status == 64)
    let declined = try await project.tane("demo", "reset", "-e", "staging")
    #expect(declined.status == 3)
    let written = try await project.tane("demo", "reset", "-e", "staging", "--yes")
    #expect(written.status == 0, "\(written.errors)")
    let staging = try await project.tane("demo", "check", "-e", "staging", "--no-links")
    #expect(staging.status == 0, "\(staging.output)\(staging.errors)")
  }

  @Test("The demo check command finds this repository's demo ready and names its example domain")
  func demo() async throws {
    let project = try TemporaryProject.demo()
    #expect(try await project.tane("seed").status == 0)
    let result = try await project.tane("demo", "check")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output.contains("links point to images.example.com, a domain reserved for examples")
    )
    #expect(result.output.contains("= types     the app's Swift types can read "))
    #expect(result.output.contains("= accounts  3 accounts can sign in\n"))
    #expect(result.output.contains("\nReady: local.\nNot checked: "))
  }
}
