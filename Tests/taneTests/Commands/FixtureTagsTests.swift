import Foundation
import Testing

@Suite("tane with tags in fixtures")
struct FixtureTagsTests {
  private static let files = [
    "environments/local.yaml": "databases: { shops: embedded:shops }",
    "fixtures/base/databases/shops/shops.yaml": """
    !repeat
      count: 2
      as: n
      do:
        id: !template { text: "{n}", as: integer }
        opened: !now
        host: !env { name: SHOP_HOST, default: none }
    """,
  ]

  @Test("Dates of the last seed are kept until --at changes them")
  func anchors() async throws {
    let project = try TemporaryProject(Self.files)
    let first = try await project.tane("seed", "--at", "2026-11-20T09:30:00Z")
    #expect(first.status == 0)
    #expect(!first.errors.contains("relative dates"))
    let same = try await project.tane("diff")
    #expect(same.status == 0)
    #expect(
      same.errors
        == "note: relative dates are relative to the last seed, 2026-11-20T09:30:00Z; use --at now "
        + "to renew them\n"
    )
    let later = try await project.tane("diff", "--at", "2026-11-21 09:30")
    #expect(later.status == 1)
    #expect(
      later.output.contains(
        """
        ~ change  shops:/shops/0/opened
                  - "2026-11-20T09:30:00Z"
                  + "2026-11-21T09:30:00Z"  fixtures/base/databases/shops/shops.yaml:6:13
        """
      )
    )
    #expect(try await project.tane("seed", "--at", "2026-11-21 09:30").status == 0)
    #expect(try await project.tane("diff").status == 0)
    let plan = try await project.tane("plan", "--at", "2026-11-22", "-o", "plan.json")
    #expect(plan.status == 0)
    #expect(try await project.tane("apply", "plan.json").status == 0)
    let applied = try await project.tane("diff")
    #expect(applied.status == 0)
    #expect(applied.errors.contains("2026-11-22T00:00:00Z"))
  }

  @Test("Seeding a part keeps the dates of the rest")
  func anchorOfPart() async throws {
    let project = try TemporaryProject(Self.files)
    #expect(try await project.tane("seed", "--at", "2026-11-20").status == 0)
    let part = try await project.tane("seed", "shops:/shops/0", "--at", "2026-11-21")
    #expect(part.status == 0)
    let difference = try await project.tane("diff")
    #expect(difference.status == 1)
    #expect(difference.errors.contains("2026-11-20T00:00:00Z; use --at now to renew them"))
    #expect(difference.output.contains("~ change  shops:/shops/0/opened"))
    #expect(!difference.output.contains("shops:/shops/1"))
  }

  @Test("An invalid time for --at is rejected")
  func noTime() async throws {
    let result = try await TemporaryProject(Self.files).tane("seed", "--at", "soon")
    #expect(result.status == 64)
    #expect(
      result.errors
        == "error: --at: \"soon\" is not a date; expected a date such as 2026-04-01, today, next "
        + "friday 18:00 Asia/Tokyo, -3d or 2 weeks ago; did you mean \"noon\"?\n"
    )
  }

  @Test("The fixtures list and show commands print each value with the line that generated it")
  func fixtures() async throws {
    let project = try TemporaryProject(Self.files)
    let list = try await project.tane("fixtures", "list", "--at", "2026-11-20")
    #expect(
      list.output == """
        local  embedded · shops · guard open · fixtures base

        shops:/shops  6 values  fixtures/base/databases/shops/shops.yaml

        Relative dates are relative to 2026-11-20T00:00:00Z.
        Environment variables: SHOP_HOST

        """
    )
    let shown = try await project.tane(
      "fixtures",
      "show",
      "shops:/shops/1",
      "--at",
      "2026-11-20",
      variables: ["SHOP_HOST": "h"]
    )
    #expect(
      shown.output == """
        local  embedded · shops · guard open · fixtures base

        shops:/shops/1/host    "h"                     fixtures/base/databases/shops/shops.yaml:7:11
        shops:/shops/1/id      2                       fixtures/base/databases/shops/shops.yaml:5:9
        shops:/shops/1/opened  "2026-11-20T00:00:00Z"  fixtures/base/databases/shops/shops.yaml:6:13

        """
    )
    let json = try await project.tane("fixtures", "show", "shops:/shops/1/id", "--json")
    #expect(
      json.output == """
        {
          "address": "shops:/shops/1/id",
          "values": [
            {
              "address": "shops:/shops/1/id",
              "column": 9,
              "file": "fixtures/base/databases/shops/shops.yaml",
              "line": 5,
              "value": "2"
            }
          ]
        }

        """
    )
    let none = try await project.tane("fixtures", "show", "shops:/none")
    #expect(none.status == 64)
    #expect(none.errors == "error: shops:/none is not in the fixtures\n")
  }

  @Test("The rot command lists dates that will have passed, except those relative to the run")
  func rot() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: embedded:shops }",
      "fixtures/base/databases/shops/sales.yaml": """
      old: 2020-01-01
      first: 2098-06-01T10:00:00Z
      second: "2098-01-01"
      third: !date 2098-12-31 noon
      far: 2100-01-01
      moving: !now +1d
      text: 2098-99-99
      """,
    ])
    let result = try await project.tane("rot", "--until", "2099-01-01")
    #expect(result.status == 1)
    #expect(
      result.output == """
        local  embedded · shops · guard open · fixtures base

        2098-01-01            shops:/sales/second  fixtures/base/databases/shops/sales.yaml:3:9
        2098-06-01T10:00:00Z  shops:/sales/first   fixtures/base/databases/shops/sales.yaml:2:8
        2098-12-31T12:00:00Z  shops:/sales/third   fixtures/base/databases/shops/sales.yaml:4:8

        3 dates in the fixtures will have passed by 2099-01-01T00:00:00Z.

        """
    )
    let none = try await project.tane("rot", "--until", "+1d")
    #expect(none.status == 0)
    #expect(none.output.contains("0 dates in the fixtures will have passed by "))
    let json = try await project.tane("rot", "--until", "2098-02-01", "--json")
    #expect(json.output.contains("\"address\": \"shops:/sales/second\""))
    #expect(try await project.tane("rot", "--until", "soon").status == 64)
  }
}
