import Foundation
import TestSupport
import TaneCore
import TaneSeeding
import Testing

/// Seeds with every fault at every request.
///
/// All cases take minutes, so a fixed sample runs by default; `TANE_FAULTS=all` runs all cases, and
/// `TANE_FAULTS=NUMBER` runs that many.
@Suite("Seeds with network faults")
struct FaultCampaignTests {
  /// Returns the number of requests of a seed without faults.
  private static func undisturbedRequests() async throws -> Int {
    try await FaultyEnvironment.run { environment in
      try await FaultyProxy.serve(nil, ports: environment.ports) { proxy, port in
        let result = try await environment.tane(port: port).seed("-e", "emulator")
        #expect(result.status == 0, "\(result.errors)")
        let snapshot = try await environment.snapshot()
        #expect(snapshot == FaultyEnvironment.new)
        return proxy.requests
      }
    }
  }

  private static func points(of requests: Int) -> [FaultPoint] {
    let all = Fault.allCases.flatMap { fault in
      (1...requests).flatMap { request in
        [false, true].map { FaultPoint(fault: fault, request: request, isLasting: $0) }
      }
    }
    let wish = ProcessInfo.processInfo.environment["TANE_FAULTS"]
    if wish == "all" { return all }
    var random = SeededGenerator(seed: 7)
    return Array(all.shuffled(using: &random).prefix(wish.flatMap { Int($0) } ?? 24))
  }

  /// The number of parts into which the cases are divided, because the tests of a suite run
  /// concurrently.
  private static let parts = 4

  @Test(
    "A seed with network faults loses nothing, and the next seed completes it",
    arguments: 0..<parts
  )
  func campaign(part: Int) async throws {
    let requests = try await Self.undisturbedRequests()
    #expect(requests > 15)
    let points = Self.points(of: requests)
    for point in stride(from: part, to: points.count, by: Self.parts).map({ points[$0] }) {
      try await FaultyEnvironment.run { environment in
        let result = try await FaultyProxy.serve(point, ports: environment.ports) { _, port in
          let result = try await environment.tane(port: port, point).seed("-e", "emulator")
          Self.checkMessage(of: result, at: port, point)
          return result
        }
        try await Self.checkData(after: result, in: environment, point)
        try await Self.complete(environment, point)
      }
    }
  }

  private static func checkMessage(
    of result: InProcessTane.Result,
    at port: Int,
    _ point: FaultPoint
  ) {
    let text = "\(point): \(result.status) \(result.errors)"
    #expect([0, 2, 4].contains(result.status), "\(text)")
    guard result.status != 0, let line = result.errors.split(separator: "\n").last else { return }
    #expect(line.hasPrefix("error: "), "\(text)")
    // A conflict names the address of the node; any other error names the service and its location.
    let names = ["shops", "users", "images", "firestore", "accounts"]
    let isPlaced = names.contains { line.contains("\($0) (http://127.0.0.1:\(port)") }
    let isConflict = names.contains { line.contains("somebody else wrote to \($0):/") }
    #expect(isPlaced || isConflict, "\(text)")
  }

  private static func checkData(
    after result: InProcessTane.Result,
    in environment: FaultyEnvironment,
    _ point: FaultPoint
  ) async throws {
    let snapshot = try await environment.snapshot()
    let text = "\(point): \(result.status) \(result.errors)"
    switch result.status {
    case 0: #expect(snapshot == FaultyEnvironment.new, "\(text)")
    case 2:
      #expect(snapshot == FaultyEnvironment.old, "\(text)")
      #expect(try environment.interruptedRun == nil, "\(text)")
    default:
      let isWhole = result.errors.contains("was written completely, but not read back")
      if isWhole {
        #expect(snapshot == FaultyEnvironment.new, "\(text)")
      } else {
        let run = try #require(try environment.interruptedRun, "\(text)")
        #expect(run.doneCount < run.stepCount || run.result == .failed, "\(text)")
        #expect(result.errors.contains("not finished: "), "\(text)")
      }
    }
    #expect(snapshot.databases["shops"]?["visits"]?["2026"]?.integer == 7)
    #expect(snapshot.databases["shops"]?["prices"]?["tea"]?.integer == 300)
    #expect(snapshot.databases["users"]?["sessions"]?["s"]?.bool == true)
    #expect(snapshot.objects["private/report.txt"] == "secret")
    #expect(snapshot.posts["other"] == ["text": .string("別")])
    #expect(snapshot.names["sora@example.com"] == "空")
  }

  private static func complete(
    _ environment: FaultyEnvironment,
    _ point: FaultPoint
  ) async throws {
    let tane = try environment.tane()
    let seeded = try await tane.seed("-e", "emulator")
    #expect(seeded.status == 0, "\(point): \(seeded.errors)")
    #expect(try await environment.snapshot() == FaultyEnvironment.new, "\(point)")
    #expect(try environment.interruptedRun == nil, "\(point)")
    let difference = try await tane.diff("-e", "emulator")
    #expect(difference.status == 0, "\(point): \(difference.output)")
  }
}
