import Foundation
import SystemPackage
import Testing

/// Compares the check of sources with `JSONDecoder` on random types.
///
/// Two rounds, or so many minutes as `TANE_TYPE_MINUTES` says. `TANE_TYPE_SEED` begins with another seed: that which a mismatch names.
@Suite("The check of sources agrees with JSONDecoder on random types")
struct TypeCampaignTests {
  @Test("in every round")
  func campaign() throws {
    let variables = ProcessInfo.processInfo.environment
    let minutes = variables["TANE_TYPE_MINUTES"].flatMap { Double($0) }
    let chosen = variables["TANE_TYPE_SEED"].flatMap { UInt64($0) }
    let seed = chosen ?? (minutes == nil ? 1 : UInt64(Date().timeIntervalSince1970))
    print("campaign of types: seed \(seed)")
    let start = ContinuousClock.now
    var (rounds, documents, failures, unfollowed) = (UInt64(0), 0, 0, 0)
    while minutes.map({ start.duration(to: .now) < .seconds($0 * 60) }) ?? (rounds < 2) {
      try withTemporaryFolder { folder in
        let round = CampaignRound(seed: seed &+ rounds, folder: URL(filePath: folder.string))
        let result = try round.run()
        // The shortest ones say most.
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
}
