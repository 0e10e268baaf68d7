import Synchronization
import TaneServices
import Testing

@Suite("Requests of an edit")
struct EditRequestTests {
  @Test("An edit reads its node once for the plan and then only the written values")
  func verification() async throws {
    try await FaultyEnvironment.run { environment in
      #expect(try await environment.tane().seed("-e", "emulator").status == 0)
      try environment.project.write(
        "- { id: 0, name: 麺屋 本店 }\n- { id: 1, name: 喫茶 }\n",
        to: "fixtures/base/databases/shops/shops.yaml"
      )
      let records = Mutex<[RequestRecord]>([])
      var tane = try environment.tane()
      tane.network.log = RequestLog { record in records.withLock { $0.append(record) } }
      #expect(try await tane.seed("-e", "emulator").status == 0)
      let targets = records.withLock { $0 }.compactMap { record -> String? in
        guard record.url.contains("ns=shops") else { return nil }
        let path = record.url.split(separator: "?").first?.split(separator: "/").dropFirst(2)
        return "\(record.method) /\(path?.joined(separator: "/") ?? "")"
      }
      #expect(targets.count { $0 == "GET /shops.json" } == 1, "\(targets)")
      // The plan also compares the other fixture, but the read-back does not read it.
      #expect(targets.count { $0 == "GET /prices/ramen.json" } == 1, "\(targets)")
      #expect(targets.last == "GET /shops/0/name.json", "\(targets)")
    }
  }
}
