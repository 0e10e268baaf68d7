import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Kills emulators while a client writes; `TANE_KILLS` sets their number, 3 by default.
@Suite("Killed emulators")
struct EmulatorKillCampaignTests {
  @Test("A killed emulator loses no acknowledged write and leaves no partial write")
  func campaign() async throws {
    let project = try TemporaryProject()
    var random = SeededGenerator(seed: 12)
    var acknowledged = 0
    for index in 1...CampaignLength.of("TANE_KILLS", default: 3) {
      let emulator = try await RunningEmulator(EmulateTests.anyPorts, in: project)
      let address = try await emulator.address(after: "database   ")
      let last = acknowledged + Int.random(in: 1...60, using: &random)
      while acknowledged < last {
        try await Self.put(acknowledged + 1, to: address)
        acknowledged += 1
      }
      // The kill happens during a write.
      let next = acknowledged + 1
      let write = Task { try await Self.put(next, to: address) }
      if Bool.random(using: &random) { await Task.yield() }
      _ = await emulator.end(by: SIGKILL)
      if case .success = await write.result { acknowledged = next }
      let found = try await Self.numbers(in: project)
      // The write in progress may have been made without a response.
      #expect([acknowledged, next].contains(found.count), "\(index)")
      #expect(found == Array(1...found.count), "\(index)")
      acknowledged = found.count
    }
  }

  /// Writes a pair of the same number, so that a partial write can be detected.
  private static func put(_ number: Int, to address: String) async throws {
    var request = URLRequest(
      url: try #require(URL(string: "\(address)/acknowledged/n\(number).json?ns=shops"))
    )
    request.httpMethod = "PUT"
    request.httpBody = Data("[\(number), \(number)]".utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
  }

  /// Returns the numbers in the database, and checks that each of them is a complete pair.
  private static func numbers(in project: TemporaryProject) async throws -> [Int] {
    let emulator = try await RunningEmulator(EmulateTests.anyPorts, in: project)
    let address = try await emulator.address(after: "database   ")
    let url = try #require(URL(string: "\(address)/acknowledged.json?ns=shops"))
    let (data, _) = try await URLSession.shared.data(from: url)
    #expect(await emulator.end() == 0)
    let pairs = try JSONDecoder().decode([String: [Int]].self, from: data)
    return try pairs.values.map { pair in
      try #require(pair.count == 2 && pair[0] == pair[1])
      return pair[0]
    }.sorted()
  }
}
