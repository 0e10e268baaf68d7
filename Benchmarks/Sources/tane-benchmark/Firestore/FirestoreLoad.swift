import Foundation

/// A call of Firestore, as often as the server answers it, made over REST or gRPC by the same client: `h2load`.
///
/// It has so many connections either way, with one request at a time on each.
struct FirestoreLoad {
  /// What carries the call.
  enum Carrier: String, CaseIterable {
    case rest = "REST"
    case grpc = "gRPC"
  }

  /// What a load comes to.
  struct Outcome {
    /// The answers per second.
    let rate: Double
    /// The processor seconds of the server for an answer; nil where the system does not tell.
    let processorSeconds: Double?
  }

  let call: FirestoreRequests.Call
  let carrier: Carrier
  let server: RunningServer
  let folder: URL
  let connections: Int
  let seconds: Int

  /// Whether the client is installed.
  static var isPossible: Bool {
    (try? ChildProcess(program: "h2load", arguments: ["--version"]).run()) != nil
  }

  /// Makes calls, and throws where one is not answered well.
  ///
  /// h2load looks at the status of HTTP alone, which is 200 of every call over gRPC. One that fails has trailers and nothing
  /// else: the bytes of the answers tell whether there are any. This program's own client, which reads the trailers, makes
  /// the same call before.
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

  /// Makes the call once; returns how many bytes of messages an answer has at the least.
  private func check() async throws -> Int {
    guard carrier == .grpc else { return 1 }
    let connection = try await GRPCConnection(port: server.port)
    let count = try await connection.call(call.method, call.message)
    try await connection.close()
    // Times are some bytes longer or shorter.
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

  /// The number right before a word.
  private static func number(before word: String, in output: String) throws -> Int {
    let words = output.split { " ,()\n".contains($0) }
    guard let place = words.firstIndex(of: word[...]), place > 0, let number = Int(words[place - 1])
    else { throw BenchmarkError("h2load printed no number of \(word): \(output)") }
    return number
  }
}
