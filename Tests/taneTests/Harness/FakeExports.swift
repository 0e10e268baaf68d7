import Foundation
import Synchronization
import TaneCore
import TaneServices
import TestSupport

/// An in-memory fake of Firestore's export service, with the bucket that contains the exports.
final class FakeExports: Transport {
  /// The response to a request for an operation's state.
  enum Poll: Sendable {
    case processing(done: Int, of: Int)
    case successful(folder: String)
    case failed(code: Int, String)
    case lost
    case unreachable
  }

  private struct State {
    var polls: [Poll]
    var objects: [String: [UInt8]] = [:]
    var errors: [String: (status: Int, code: String, message: String)] = [:]
    var lines: [String] = []
    var bodies: [String] = []
  }

  static let database = "projects/demo-app/databases/(default)"
  private static let firestore = "https://firestore.googleapis.com/v1/"
  private static let storage = "https://storage.googleapis.com/storage/v1/b/demo-exports/o"

  private let state: Mutex<State>
  /// A closure that is called with each request before it is answered.
  private let onRequest: @Sendable (String) -> Void

  /// Creates a service that returns the poll responses in order, and repeats the last one.
  init(_ polls: Poll..., onRequest: @escaping @Sendable (String) -> Void = { _ in }) {
    state = Mutex(State(polls: polls))
    self.onRequest = onRequest
  }

  /// The requests so far: to Firestore, without the host, and the names of listed and downloaded
  /// objects.
  var lines: [String] { state.withLock(\.lines) }
  /// The bodies of the requests for new exports.
  var bodies: [String] { state.withLock(\.bodies) }

  /// Adds the sample export to a folder, with its collections in a folder of the given name.
  func addSample(to folder: String, kinds: String = "all_kinds") {
    state.withLock { state in
      for (name, bytes) in FirestoreExportSample.folder {
        state.objects["\(folder)/\(name.replacing("all_kinds", with: kinds))"] = bytes
      }
    }
  }

  /// Replaces the bytes of an object.
  func replace(_ name: String, with bytes: [UInt8]) {
    state.withLock { $0.objects[name] = bytes }
  }

  func removeObjects() { state.withLock { $0.objects = [:] } }

  /// Makes requests fail if their line begins with a prefix.
  func fail(_ prefix: String, _ status: Int, _ code: String, _ message: String) {
    state.withLock { $0.errors[prefix] = (status, code, message) }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    await Task.yield()
    let line = Self.line(of: request)
    onRequest(line)
    let response = state.withLock { state -> Result<TransportResponse, TransportFailure> in
      state.lines.append(line)
      if let error = state.errors.first(where: { line.hasPrefix($0.key) })?.value {
        return .success(Self.error(error.status, error.code, error.message))
      }
      if line.hasPrefix("start") {
        state.bodies.append(String(decoding: request.body, as: UTF8.self))
        return .success(Self.json(#"{"name":"\#(Self.operation(state.bodies.count))"}"#))
      }
      if line.hasPrefix("poll") {
        let poll = state.polls.count > 1 ? state.polls.removeFirst() : state.polls[0]
        return Self.response(to: poll, of: String(line.dropFirst("poll ".count)))
      }
      if line.hasPrefix("cancel") { return .success(Self.json("{}")) }
      return .success(Self.objects(line, state.objects))
    }
    return try response.get()
  }

  private static func operation(_ number: Int) -> String { "\(database)/operations/e\(number)" }

  private static func line(of request: TransportRequest) -> String {
    let url = request.url
    if url.hasPrefix(firestore) {
      let rest = String(url.dropFirst(firestore.count))
      if rest == "\(database):exportDocuments" { return "start" }
      let id = String(rest.split(separator: "/").last ?? "")
      return id.hasSuffix(":cancel") ? "cancel \(id.dropLast(":cancel".count))" : "poll \(id)"
    }
    guard url.hasPrefix(storage) else { return url }
    let rest = url.dropFirst(storage.count)
    if rest.first == "?" {
      let parameter = rest.dropFirst().split(separator: "&").first { $0.hasPrefix("prefix=") }
      let prefix = parameter?.dropFirst("prefix=".count) ?? ""
      return "list \(PercentEncoding.decode(String(prefix)))"
    }
    let name = PercentEncoding.decode(String(rest.dropFirst().prefix { $0 != "?" }))
    return rest.contains("alt=media") ? "download \(name)" : "describe \(name)"
  }

  private static func response(
    to poll: Poll,
    of id: String
  ) -> Result<TransportResponse, TransportFailure> {
    let name = "\(database)/operations/\(id)"
    switch poll {
    case .processing(let done, let total):
      return .success(
        json(
          """
          {"name":"\(name)","metadata":{"operationState":"PROCESSING",
            "progressDocuments":{"completedWork":"\(done)","estimatedWork":"\(total)"}}}
          """
        )
      )
    case .successful(let folder):
      return .success(
        json(
          """
          {"name":"\(name)","done":true,"metadata":{"operationState":"SUCCESSFUL","outputUriPrefix":"gs://other/x",
            "progressDocuments":{"completedWork":"3","estimatedWork":"3"}},
            "response":{"outputUriPrefix":"\(folder)"}}
          """
        )
      )
    case .failed(let code, let message):
      return .success(
        json(
          """
          {"name":"\(name)","done":true,"metadata":{"operationState":"FAILED"},
            "error":{"code":\(code),"message":"\(message)"}}
          """
        )
      )
    case .lost: return .success(error(404, "NOT_FOUND", "no such operation"))
    case .unreachable:
      return .failure(TransportFailure(.noConnection("refused"), mayHaveArrived: false))
    }
  }

  private static func objects(_ line: String, _ objects: [String: [UInt8]]) -> TransportResponse {
    let name = String(line.drop { $0 != " " }.dropFirst())
    if line.hasPrefix("list") {
      let names = objects.keys.filter { $0.hasPrefix(name) }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let items = names.map { description(of: $0, objects[$0] ?? []) }
      return json(#"{"items":[\#(items.joined(separator: ","))]}"#)
    }
    guard let bytes = objects[name] else { return error(404, "NOT_FOUND", "No such object") }
    return line.hasPrefix("download")
      ? response(200, bytes) : json(description(of: name, bytes))
  }

  private static func description(of name: String, _ bytes: [UInt8]) -> String {
    let checksum = withUnsafeBytes(of: CRC32C.checksum(of: bytes).bigEndian) { Data($0) }
    return
      #"{"name":"\#(name)","size":"\#(bytes.count)","generation":"1","metageneration":"1","#
      + #""crc32c":"\#(checksum.base64EncodedString())"}"#
  }

  private static func json(_ text: String, _ status: Int = 200) -> TransportResponse {
    response(status, Array(text.utf8))
  }

  private static func response(_ status: Int, _ bytes: [UInt8]) -> TransportResponse {
    let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    continuation.yield(bytes)
    continuation.finish()
    return TransportResponse(status, body: body)
  }

  private static func error(_ status: Int, _ code: String, _ message: String) -> TransportResponse {
    json(
      #"{"error":{"code":\#(status),"status":"\#(code)","message":"\#(message)"}}"#,
      status
    )
  }
}
