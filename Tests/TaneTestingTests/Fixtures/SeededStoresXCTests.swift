import TaneFirebase
import TaneTesting
import XCTest

/// Tests `seededStores()` in XCTest, as in the guide to configuration; most other tests use Swift
/// Testing.
final class SeededStoresXCTests: XCTestCase {
  private var manager = RealtimeDatabaseManager()

  override func setUp() async throws {
    let stores = try await seededStores(from: ProjectFixtures(of: "local"))
    manager = RealtimeDatabaseManager(databases: stores[.databases])
  }

  func testName() async throws {
    let name = try await manager.shopsReference.child("shops/0/name").getData()
    XCTAssertEqual(name.value as? String, "麺屋 はるかぜ")
  }
}
