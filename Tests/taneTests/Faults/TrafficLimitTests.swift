import Synchronization
import TaneServices
import Testing

@Suite("The traffic limit limits.bytesPerMinute")
struct TrafficLimitTests {
  @Test("The byte limit applies to all databases, buckets and steps of a run together")
  func together() async throws {
    try await FaultyEnvironment.run { environment in
      let records = Mutex<[RequestRecord]>([])
      var tane = try environment.tane(bytesPerMinute: "600")
      tane.network.log = RequestLog { record in records.withLock { $0.append(record) } }
      let start = tane.network.clock.uptime()
      let result = try await tane.seed("-e", "emulator")
      #expect(result.status == 0, "\(result.errors)")
      // Requests for the run's lease are not delayed, because it must be renewed in time.
      let sent = records.withLock {
        $0.filter { $0.bytesSent > 0 && !$0.url.contains("__tane__") }
      }
      #expect(Set(sent.map(\.method)) == ["PATCH", "POST"])
      let total = sent.reduce(0) { $0 + $1.bytesSent }
      let largest = sent.map(\.bytesSent).max() ?? 0
      // At ten bytes a second, all requests except the last one cause delays; time without delays
      // counts as well.
      let duration = tane.network.clock.uptime() - start
      #expect(duration >= .seconds(total - largest) / 10)
    }
  }
}
