import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Planted faults in documents")
struct PlantedFaultTests {
  /// The number of documents, each with about twenty faults; a change of the checker should pass
  /// once with 1,000.
  private static let documentCount =
    ProcessInfo.processInfo.environment["TANE_PLANTED_DOCUMENTS"].flatMap(Int.init) ?? 60

  @Test("Every planted fault in random documents is found, and nothing else")
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
