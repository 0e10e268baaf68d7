import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting

/// A database emulator with a store in memory, called without a network.
struct TestDatabase {
  /// The time of every write, in milliseconds since 1970.
  static let time: Int64 = 1_700_000_000_000

  let store: InMemoryTreeStore
  let emulator: DatabaseEmulator

  init(
    _ tree: Tree = .null,
    keepAlive: Duration = .seconds(30),
    queuedBytes: Int = MessageQueue.standardCapacity,
    evaluatesRules: Bool = false
  ) {
    let store = InMemoryTreeStore(tree)
    self.store = store
    emulator = DatabaseEmulator(
      ["demo": store],
      defaultDatabase: "demo",
      settings: .init(keepAlive: keepAlive, queuedBytes: queuedBytes, now: { Self.time }),
      evaluatesRules: evaluatesRules
    ) { _ in InMemoryTreeStore() }
  }

  func call(
    _ method: HTTPRequest.Method,
    _ target: String,
    _ body: String = "",
    headers: [String: String] = [:]
  ) async -> Answer {
    var fields = HTTPFields()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let head = HTTPRequest(
      method: method,
      scheme: "http",
      authority: "127.0.0.1:9000",
      path: target,
      headerFields: fields
    )
    let request = EmulatorRequest(head: head, body: Array(body.utf8))
    return Answer(await emulator.respond(to: request))
  }

  /// Returns the body of the response to a GET request.
  func get(_ target: String) async -> String {
    await call(.get, target).body
  }
}

/// A response with its body as text.
struct Answer {
  let status: Int
  let fields: HTTPFields
  let body: String
  /// The events of a streaming response.
  let stream: MessageQueue?

  init(_ response: EmulatorResponse) {
    status = response.status.code
    fields = response.headerFields
    switch response.body {
    case .bytes(let bytes):
      body = String(decoding: bytes, as: UTF8.self)
      stream = nil
    case .stream(let stream):
      body = ""
      self.stream = stream
    }
  }
}
