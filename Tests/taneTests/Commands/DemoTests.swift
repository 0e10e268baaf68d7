import Foundation
import Testing

@Suite("The demo, from an empty environment to an edited fixture")
struct DemoTests {
  private static let shops = "fixtures/base/databases/shops/shops.yaml"

  @Test("seeds, differs in nothing, shows one edit with its place, applies it, has nothing to do")
  func flow() async throws {
    let project = try TemporaryProject.demo()
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0, "\(seeded.errors)")
    #expect(
      seeded.output.hasPrefix(
        "local  embedded · shops, users, firestore, accounts, images · guard open · fixtures base\n"
      )
    )
    #expect(seeded.output.contains("30 objects to upload"))

    let same = try await project.tane("diff")
    #expect(same.status == 0)
    #expect(same.output.contains("Nothing differs: "))

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
        local  embedded · shops, users, firestore, accounts, images · guard open · fixtures base

        ~ change  shops:/shops/0/name
                  - "麺屋 はるかぜ"
                  + "麺屋 はるかぜ 本店"  fixtures/base/databases/shops/shops.yaml:5:9
                  = 4 unchanged beside it

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

  @Test("layers the sets that are asked for, node by node")
  func layers() async throws {
    let project = try TemporaryProject.demo()
    let seeded = try await project.tane("seed", "--set", "base", "--set", "staging")
    #expect(seeded.status == 0, "\(seeded.errors)")
    let difference = try await project.tane("diff", "shops:/shops/0")
    #expect(difference.status == 1)
    #expect(difference.output.contains("- \"麺屋 はるかぜ【検証用】\""))
  }
}
