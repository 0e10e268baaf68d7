import Foundation
import Testing

@Suite("Demo project from seed to edit")
struct DemoTests {
  private static let shops = "fixtures/base/databases/shops/shops.yaml"

  @Test("The demo is seeded, compared, edited and seeded again until nothing is left to do")
  func flow() async throws {
    let project = try TemporaryProject.demo()
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0, "\(seeded.errors)")
    #expect(
      seeded.output.hasPrefix(
        "local  embedded · shops, users, firestore, accounts, remoteConfig, images · guard open · fixtures base\n"
      )
    )
    #expect(seeded.output.contains("30 objects to upload"))

    let same = try await project.tane("diff")
    #expect(same.status == 0)
    #expect(same.output.contains("No differences: "))

    let text = try project.read(Self.shops)
    try project.write(
      text.replacing("name: 麺屋 はるかぜ\n", with: "name: 麺屋 はるかぜ 本店\n"),
      to: Self.shops
    )
    let edited = try await project.tane("diff")
    #expect(edited.status == 1)
    #expect(
      edited.output.hasPrefix(
        """
        local  embedded · shops, users, firestore, accounts, remoteConfig, images · guard open · fixtures base

        ~ change  shops:/shops/0/name
                  - "麺屋 はるかぜ"
                  + "麺屋 はるかぜ 本店"  fixtures/base/databases/shops/shops.yaml:5:9
                  = 4 unchanged at the same level

        0 to add, 1 to change, 0 to remove; 
        """
      )
    )

    let applied = try await project.tane("seed")
    #expect(applied.status == 0)
    #expect(applied.output.contains("Plan: 0 values to add, 1 to change, 0 to remove\n"))
    let again = try await project.tane("seed")
    #expect(again.status == 0)
    #expect(again.output.contains("Nothing to do: "))
    #expect(try await project.tane("validate").status == 0)
  }

  @Test("The demo's requested sets are layered node by node")
  func layers() async throws {
    let project = try TemporaryProject.demo()
    let seeded = try await project.tane("seed", "--set", "base", "--set", "staging")
    #expect(seeded.status == 0, "\(seeded.errors)")
    let difference = try await project.tane("diff", "shops:/shops/0")
    #expect(difference.status == 1)
    #expect(difference.output.contains("- \"麺屋 はるかぜ【検証用】\""))
  }

  @Test("The large demo has over 200 users and 40 shops in fewer than 80 lines")
  func large() async throws {
    let project = try TemporaryProject.demo()
    let folder = project.root.appending(path: "fixtures/demo-large")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }
    let lines = try paths.flatMap {
      try project.read("fixtures/demo-large/\($0)").split(separator: "\n")
    }
    #expect(lines.count < 80)

    let sets = ["--set", "demo-large"]
    let seeded = try await TaneProcess.run(["seed"] + sets, in: project.root)
    #expect(seeded.status == 0, "\(seeded.errors)")
    #expect(
      seeded.output.contains(
        " 60 documents to write, 20 accounts to write, 1 template to write\n"
      )
    )
    let live = try await TaneProcess.run(
      ["validate", "--live", "--strict"] + sets,
      in: project.root
    )
    #expect(live.status == 0, "\(live.output)\(live.errors)")
    #expect(try await project.tane("diff").status == 1, "the set of the profile is another")

    let users = try await values(of: "users:/users", in: project)
    let shops = try await values(of: "shops:/shops", in: project)
    #expect(users.filter { $0.key.hasSuffix("/name") }.count == 200)
    #expect(
      shops.filter { $0.key.split(separator: "/").count == 4 && $0.key.hasSuffix("/name") }.count
        == 40
    )
    let uploaders = shops.filter { $0.key.hasSuffix("/uploaded_user") }.map(\.value)
    #expect(uploaders.count == 120)
    // The user 1000008 is "user000008" in the shops.
    #expect(uploaders.allSatisfy { users["users:/users/1\($0.dropFirst(4))/name"] != nil })
    let ranks = Dictionary(grouping: users.filter { $0.key.hasSuffix("/user_rank") }.map(\.value)) {
      $0
    }
    #expect(Set(ranks.keys) == ["B", "A", "SS", "SSS"])
    #expect(ranks["B", default: []].count > ranks["A", default: []].count)
    let pictures = users.filter { $0.key.hasSuffix("/avatar_image_url") && $0.value != "null" }
    #expect((140..<180).contains(pictures.count))
  }

  /// Returns the values of the larger set by address, with texts without their quotation marks.
  private func values(of address: String, in project: TemporaryProject) async throws -> [String:
    String]
  {
    let shown = try await project.tane("fixtures", "show", address, "--set", "demo-large")
    return shown.output.split(separator: "\n").reduce(into: [:]) { values, line in
      let fields = line.split(separator: " ", maxSplits: 1)
      guard fields.count == 2, line.hasPrefix(address) else { return }
      let value = fields[1].trimmingPrefix { $0 == " " }.split(separator: "  ").first ?? ""
      values[String(fields[0])] = value.filter { $0 != "\"" }
    }
  }
}
