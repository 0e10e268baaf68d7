import Foundation
import TaneCore
import TaneFirebase
import TaneProject
import TaneTesting
import Testing

@Suite("Seeded stores in tests")
struct SeededStoresTests {
  /// The project of this repository, which has all kinds of services.
  private static let demo = ProjectFixtures(of: "local")

  @Test("Stores of every kind are seeded from fixtures")
  func all() async throws {
    let stores = try await seededStores(from: Self.demo)
    let difference = try await expectFixtures(
      in: stores.readers,
      from: Self.demo,
      allowsExtras: false
    )
    #expect(difference.isEmpty)
    for kind in ServiceKind.treesFirst {
      #expect(stores.readers.names(of: kind).isEmpty == false, "\(kind.id)")
    }
  }

  @Test("Seeded stores are isolated from concurrent tests", arguments: 0..<4)
  func isolated(index: Int) async throws {
    let stores = try await seededStores(from: Self.demo)
    let name = RealtimeDatabaseManager(databases: stores[.databases]).shopsReference.child(
      "shops/0/name"
    )
    #expect(try await name.getData().value as? String == "麺屋 はるかぜ")
    try await name.setValue("店 \(index)")
    await Task.yield()
    #expect(try await name.getData().value as? String == "店 \(index)")
  }
}
