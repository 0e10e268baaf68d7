import Foundation
import Testing

@Suite("tane seed")
struct SeedTests {
  @Test("A dry run writes nothing, not even an empty store")
  func dryRun() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("seed", "--dry-run")
    #expect(result.status == 0)
    #expect(
      result.output == """
        local  embedded · shops, images · guard open · fixtures base

        + add     shops:/shops
                  + [{"id":0,"name":"麺屋"},{"id":1,"name":"喫茶"}]  fixtures/base/databases/shops/shops.yaml:1:1

        Plan: 4 values to add, 0 to change, 0 to remove
        Dry run: nothing was written.

        """
    )
    #expect(!project.exists(".tane"))
  }

  @Test("Extra values are kept, and --prune removes them")
  func extras() async throws {
    let project = try TemporaryProject()
    _ = try await project.tane("seed")
    try project.write("0: {id: 0, name: 麺屋}\n", to: "fixtures/base/databases/shops/shops.yaml")
    let kept = try await project.tane("seed")
    #expect(kept.status == 0)
    #expect(
      kept.output.hasSuffix(
        "Nothing to do: 2 values and 0 objects are unchanged. 1 extra not in the fixtures was not "
          + "removed (--prune removes extras).\n"
      )
    )
    let difference = try await project.tane("diff")
    #expect(difference.status == 1)
    #expect(
      difference.output.contains(
        "- extra   shops:/shops/1\n          - {\"id\":1,\"name\":\"喫茶\"}\n"
      )
    )
    let pruned = try await project.tane("seed", "--prune")
    #expect(pruned.output.contains("Plan: 0 values to add, 0 to change, 2 to remove\n"))
    #expect(try await project.tane("diff").status == 0)
  }

  @Test(
    "A few changes of a large value are planned alike with and without the read cache"
  )
  func fewChanges() async throws {
    func text(_ round: Int) -> String {
      let entries = (0..<3_000).map { id in
        "{\"id\": \(id), \"name\": \"\(id % 700 == round ? "new" : "\(id)")\"}"
      }
      return "[\(entries.joined(separator: ","))]"
    }
    let projects = [try TemporaryProject(), try TemporaryProject()]
    for project in projects {
      try project.remove("fixtures/base/databases/shops/shops.yaml")
      try project.write(text(0), to: "fixtures/base/databases/shops/shops.json")
      _ = try await project.tane("seed")
    }
    for round in 1...3 {
      var outputs: [String] = []
      for (index, project) in projects.enumerated() {
        try project.write(text(round), to: "fixtures/base/databases/shops/shops.json")
        if index == 1 { try project.remove(".tane/cache") }
        let output = try await project.tane("seed").output
        outputs.append(output.replacing(/in [0-9.,]+ m?s/, with: ""))
      }
      #expect(outputs[0] == outputs[1])
      #expect(outputs[0].contains("Plan: 0 values to add, 10 to change, 0 to remove"))
      // The cache after a seed equals the cache after a comparison that reads everything.
      let known = try projects[0].read(".tane/cache/local.json")
      try projects[0].remove(".tane/cache")
      #expect(try await projects[0].tane("diff").status == 0)
      #expect(try projects[0].read(".tane/cache/local.json") == known)
    }
  }

  @Test("The seed command is limited to the requested addresses")
  func addresses() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("seed", "shops:/shops/1")
    #expect(result.status == 0)
    let difference = try await project.tane("diff")
    #expect(difference.output.contains("+ add     shops:/shops/0\n"))
    #expect(!difference.output.contains("shops:/shops/1"))
  }

  @Test(
    "The seed command rejects unknown addresses",
    arguments: [
      (
        "shop:/shops",
        "shop:/shops: local has no database or bucket \"shop\" (known: shops, images); did you mean \"shops\"?"
      ),
      ("shops:/users", "shops:/users is not in the fixtures"),
    ]
  )
  func unknownAddress(address: String, message: String) async throws {
    let result = try await TemporaryProject().tane("seed", address)
    #expect(result.status == 64)
    #expect(result.errors == "error: \(message)\n")
  }

  @Test("The seed command with --json prints one JSON document")
  func json() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("seed", "--json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    )
    #expect(document["environment"] as? String == "local")
    #expect(document["applied"] as? Bool == true)
    #expect((document["summary"] as? [String: Any])?["addedValues"] as? Int == 4)
  }

  @Test("Objects are written with their metadata, and a metadata change by itself is found")
  func objects() async throws {
    let project = try TemporaryProject()
    try project.write("bytes", to: "fixtures/base/buckets/images/a/猫.png")
    #expect(try await project.tane("seed").status == 0)
    #expect(try await project.tane("diff").status == 0)
    try project.write(
      "cacheControl: no-store\nmetadata: { by: 柴田 }\n",
      to: "fixtures/base/buckets/images/a/猫.png.meta.yaml"
    )
    let difference = try await project.tane("diff")
    #expect(difference.status == 1)
    #expect(
      difference.output.contains(
        """
        ~ change  images:/a/猫.png  metadata
                  - image/png, 5 B, crc32c
        """
      )
    )
    #expect(difference.output.contains("cache no-store, by=柴田"))
    #expect(try await project.tane("seed").status == 0)
    #expect(try await project.tane("diff").status == 0)
  }
}
