import Synchronization
import TaneServices
import Testing

@Suite("limits.bytesPerMinute")
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
      // The lease of the run has to arrive in time, and is not held back.
      let sent = records.withLock {
        $0.filter { $0.bytesSent > 0 && !$0.url.contains("__tane__") }
      }
      #expect(Set(sent.map(\.method)) == ["PATCH", "POST"])
      let total = sent.reduce(0) { $0 + $1.bytesSent }
      let largest = sent.map(\.bytesSent).max() ?? 0
      // Ten bytes a second: all but the last request have to be waited for. Time that passes while none waits counts as well.
      let duration = tane.network.clock.uptime() - start
      #expect(duration >= .seconds(total - largest) / 10)
    }
  }
}
