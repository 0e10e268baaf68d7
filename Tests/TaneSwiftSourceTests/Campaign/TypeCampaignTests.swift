import Foundation
import SystemPackage
import TaneSwiftSource
import Testing

/// Compares source checks with `JSONDecoder` on random types.
///
/// It runs two rounds, or rounds for `TANE_TYPE_MINUTES` minutes. `TANE_TYPE_SEED` sets the first
/// seed, such as the one that a mismatch reports.
@Suite("Agreement of source checks with JSONDecoder on random types")
struct TypeCampaignTests {
  @Test("Source checks and JSONDecoder agree in every round")
  func campaign() async throws {
    let variables = ProcessInfo.processInfo.environment
    let minutes = variables["TANE_TYPE_MINUTES"].flatMap { Double($0) }
    let chosen = variables["TANE_TYPE_SEED"].flatMap { UInt64($0) }
    let seed = chosen ?? (minutes == nil ? 1 : UInt64(Date().timeIntervalSince1970))
    print("campaign of types: seed \(seed)")
    let start = ContinuousClock.now
    var (rounds, documents, failures, unfollowed) = (UInt64(0), 0, 0, 0)
    while minutes.map({ start.duration(to: .now) < .seconds($0 * 60) }) ?? (rounds < 2) {
      try await withTemporaryFolder { folder in
        let round = CampaignRound(seed: seed &+ rounds, folder: URL(filePath: folder.string))
        let result = try await round.run()
        // The shortest mismatches are the most useful ones.
        let mismatches = result.mismatches.sorted { $0.utf8.count < $1.utf8.count }
        if !mismatches.isEmpty {
          let shown = mismatches.prefix(3).map { $0.prefix(600) }.joined(separator: "\n")
          Issue.record("\(mismatches.count) mismatches:\n\(shown)")
        }
        documents += result.documentCount
        failures += result.failureCount
        unfollowed += result.unfollowedCount
      }
      rounds += 1
    }
    print(
      "campaign of types: \(rounds) rounds from seed \(seed), \(documents) documents, \(failures) of which"
        + " JSONDecoder refuses, \(unfollowed) of types that are not followed"
    )
    #expect(failures > documents / 10 && failures < documents * 9 / 10)
    #expect(unfollowed < documents / 10)
  }

  @Test("Errors about dates are compared at every path that the decoder reports")
  func placesOfDates() throws {
    let source = """
      import Foundation
      struct Page: Decodable { let list: Dates }
      struct Dates: Decodable {
        enum CodingKeys: CodingKey { case l, v }
        init(from decoder: any Decoder) throws {
          let c = try decoder.container(keyedBy: CodingKeys.self)
          var l = try c.nestedUnkeyedContainer(forKey: .l)
          while !l.isAtEnd {
            let item = try l.nestedContainer(keyedBy: CodingKeys.self)
            values.append(try item.decode(Date.self, forKey: .v))
          }
        }
      }
      """
    let rules = ReadingRules(readsJSON: true, dates: .iso8601)
    let type = try #require(TypeReference(parsing: "Page"))
    let check = StaticCheck(of: type, in: index(source), rules: rules)
    let document = CampaignProgram.Document(type: 0, text: #"{"list":{"l":[{"v":"1"}]}}"#)
    func mismatch(_ path: [String]) -> String? {
      let outcome = CampaignProgram.Outcome.failure(path: CampaignRound.key(path))
      return CampaignRound.mismatch(check, document, outcome, hasUnions: false)
    }
    // `JSONDecoder` reports this path, because its nested containers have no decoders of their own.
    #expect(mismatch(["list"]) == nil)
    #expect(mismatch(["list", "l", "0", "v"]) == nil)
    #expect(
      mismatch(["list", "m"])
        == "the decoder fails at list\u{1}m, the check at [\"list\\u{01}l\\u{01}0\\u{01}v\"]"
    )
  }
}
