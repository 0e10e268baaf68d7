import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Planted faults")
struct PlantedFaultTests {
  /// The number of documents, with some twenty faults each; 1,000 are what a change to the checker should
  /// pass once.
  private static let documentCount =
    ProcessInfo.processInfo.environment["TANE_PLANTED_DOCUMENTS"].flatMap(Int.init) ?? 60

  @Test("Every planted fault in random documents is found, and no other")
  func faults() {
    var count = 0
    for seed in 0..<Self.documentCount {
      var planter = Planter(seed: UInt64(seed))
      let document = planter.document()
      let report = check(
        [PlantedShop].self,
        in: Tree(document),
        options: MappingCheckOptions(model: .unchanged)
      )
      let found = report.findings.map { "\($0.code) \($0.address?.path ?? .root)" }
      #expect(found.sorted() == planter.planted.sorted(), "seed \(seed): \(document.json)")
      #expect(report.notChecked == [], "seed \(seed)")
      count += planter.planted.count
    }
    #expect(count > Self.documentCount * 10, "\(count) faults")
  }
}
