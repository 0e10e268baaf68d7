import Foundation

/// A load of as many calls of Firestore as the server can answer, made over REST or gRPC by the
/// same client, `h2load`.
///
/// Both carriers use the same number of connections, with one request at a time on each.
struct FirestoreLoad {
  /// The protocol of the calls.
  enum Carrier: String, CaseIterable {
    case rest = "REST"
    case grpc = "gRPC"
  }

  /// The results of a load.
  struct Outcome {
    /// The number of responses per second.
    let rate: Double
    /// The server's processor seconds for each response, or nil if the system does not report them.
    let processorSeconds: Double?
  }

  let call: FirestoreRequests.Call
  let carrier: Carrier
  let server: RunningServer
  let folder: URL
  let connections: Int
  let seconds: Int

  /// A Boolean value indicating whether the client is installed.
  static var isPossible: Bool {
    (try? ChildProcess(program: "h2load", arguments: ["--version"]).run()) != nil
  }

  /// Makes calls, and throws if one of them fails.
  ///
  /// h2load checks only the HTTP status, which is 200 for every gRPC call. A failed call has
  /// trailers but no messages, so the number of received bytes reveals failures. Before that, this
  /// program's own client, which reads the trailers, makes the same call.
  func run() async throws -> Outcome {
    let leastBytes = try await check()
    let before = server.processorSeconds
    let output = try ChildProcess(program: "h2load", arguments: try arguments()).run().output
    let after = server.processorSeconds
    let count = try Self.number(before: "succeeded", in: output)
    let done = try Self.number(before: "done", in: output)
    let bytes = try Self.number(before: "data", in: output)
    guard count > 0, done == count, bytes >= count * leastBytes else {
      throw BenchmarkError(
        "\(carrier.rawValue), \(call.name): not all requests were answered: \(output)"
      )
    }
    let processor = before.flatMap { before in after.map { ($0 - before) / Double(count) } }
    return Outcome(rate: Double(count) / Double(seconds), processorSeconds: processor)
  }

  /// Makes the call once, and returns the minimum number of message bytes in a response.
  private func check() async throws -> Int {
    guard carrier == .grpc else { return 1 }
    let connection = try await GRPCConnection(port: server.port)
    let count = try await connection.call(call.method, call.message)
    try await connection.close()
    // Timestamps vary in length by a few bytes.
    return count * 3 / 4
  }

  private func arguments() throws -> [String] {
    let origin = "http://127.0.0.1:\(server.port)"
    let common = ["-t1", "-c\(connections)", "-m1", "-D\(seconds)"]
    switch carrier {
    case .grpc:
      let body = try file(GRPCConnection.frame(call.message), "grpc")
      return common + ["-d", body, "-H", "content-type: application/grpc", "-H", "te: trailers"]
        + ["\(origin)/google.firestore.v1.Firestore/\(call.method)"]
    case .rest:
      guard let json = call.json else { return common + ["--h1", origin + call.target] }
      let body = try file(Array(json.utf8), "json")
      return common + ["--h1", "-d", body, "-H", "content-type: application/json"]
        + [origin + call.target]
    }
  }

  private func file(_ bytes: [UInt8], _ kind: String) throws -> String {
    let file = folder.appending(path: "\(call.method).\(kind)")
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Returns the number directly before a word.
  private static func number(before word: String, in output: String) throws -> Int {
    let words = output.split { " ,()\n".contains($0) }
    guard let place = words.firstIndex(of: word[...]), place > 0, let number = Int(words[place - 1])
    else { throw BenchmarkError("h2load printed no number of \(word): \(output)") }
    return number
  }
}
