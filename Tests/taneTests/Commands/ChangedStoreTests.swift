import Foundation
import GRDB
import TaneTesting
import Testing

@Suite("Embedded stores changed by other programs")
struct ChangedStoreTests {
  @Test("A store changed by another program is read again even if it is cached")
  func edited() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      "fixtures/base/databases/shops/shops.yaml": "{ name: 麺屋, price: 800 }\n",
    ])
    #expect(try await project.tane("seed").status == 0)
    #expect(try await project.tane("diff").status == 0)
    let file = project.root.appending(path: ".tane/embedded/local.sqlite").path
    let store = try DatabaseQueue(path: file)
    try await store.write { try $0.execute(sql: "UPDATE leaf SET value = 900 WHERE value = 800") }
    try store.close()
    let difference = try await project.tane("diff")
    #expect(difference.status == 1)
    #expect(difference.output.contains("- 900\n"), "\(difference.output)")
    #expect(try await project.tane("seed", "-n").output.contains("manual edit"))
  }
}
