import HTTPTypes
import TaneCore
import TaneFormats

extension FirestoreClient {
  /// Returns a call to a method that only reads.
  func readCall(
    _ method: String,
    at path: DocumentPath = .root,
    body: TreeLiteral
  ) throws -> ServiceCall {
    var call = try postCall(method, at: path, body: body, retry: .idempotent)
    call.isReadOnly = true
    return call
  }

  func postCall(
    _ method: String,
    at path: DocumentPath = .root,
    body: TreeLiteral,
    retry: RetryRule
  ) throws -> ServiceCall {
    try postCall(to: location.url(path, method: method), body: body, retry: retry)
  }

  /// Returns a call that sends JSON to a URL.
  func postCall(to url: String, body: TreeLiteral, retry: RetryRule) throws -> ServiceCall {
    var call = ServiceCall(method: .post, url: url, retry: retry)
    call.fields[.contentType] = "application/json; charset=utf-8"
    try JSONWriter(.compact, keyOrder: .key).write(Tree(body)) { call.body += $0 }
    return call
  }

  /// Sends a call and returns the response with its JSON.
  ///
  /// - Throws: A `StoreError` if the service returns an error.
  func object(_ call: ServiceCall) async throws -> (json: Tree, answer: ServiceResponse) {
    let answer = try await client.send(call)
    guard answer.isSuccess else { throw error(for: answer, of: call) }
    return (try json(answer, call, .map), answer)
  }

  /// Sends a call to a streaming method, and returns the response with its elements.
  ///
  /// A response that began successfully may end with a failure; if the failure is temporary, the
  /// call is repeated.
  func elements(_ call: ServiceCall) async throws -> (list: [Tree], answer: ServiceResponse) {
    var attempts = 0
    while true {
      attempts += 1
      let answer = try await client.send(call)
      guard answer.isSuccess else { throw error(for: answer, of: call) }
      let list = Array(try json(answer, call, .list).children)
      guard let failure = list.lazy.compactMap({ FirestoreFailure($0) }).first else {
        return (list, answer)
      }
      guard failure.isTemporary, attempts < client.connection.policy.attempts else {
        throw error(for: failure, in: answer, of: call)
      }
      try await pause(after: attempts)
    }
  }

  /// Waits before the next attempt.
  func pause(after attempts: Int) async throws {
    let connection = client.connection
    let delay = connection.policy.delay(
      after: attempts,
      requested: nil,
      random: connection.clock.random()
    )
    try await connection.clock.sleep(delay)
  }

  /// Returns the error for a response with missing or unexpected data.
  func unusableResponse(
    _ answer: ServiceResponse,
    _ call: ServiceCall,
    _ found: String
  ) -> StoreError {
    client.error(.invalidResponse, call, "the response \(found); try again", after: answer)
  }

  func invalid(_ violation: String) -> StoreError {
    StoreError(.invalidData, service: client.service, violation)
  }

  private func json(
    _ answer: ServiceResponse,
    _ call: ServiceCall,
    _ kind: NodeKind
  ) throws -> Tree {
    let json = answer.json
    guard let json, json.kind == kind else { throw client.invalidResponseError(answer, of: call) }
    return json
  }
}

extension FirestoreClient {
  func document(
    _ json: Tree,
    _ answer: ServiceResponse,
    _ call: ServiceCall
  ) throws -> StoredDocument {
    let path = try path(json["name"], answer, call)
    return try decodeResponse(answer, call) { () throws(WireError) in
      try StoredDocument(ProtocolJSON(json), path: path)
    }
  }

  /// Returns a value decoded from a response.
  ///
  /// - Throws: A `StoreError` that describes the expected and the received data.
  func decodeResponse<Value>(
    _ answer: ServiceResponse,
    _ call: ServiceCall,
    _ read: () throws(WireError) -> Value
  ) throws -> Value {
    do {
      return try read()
    } catch .unexpected(let found, let place, let expected) {
      throw unusableResponse(
        answer,
        call,
        "has the wrong type at \(place.escapingControls): expected \(expected), found \(found.kind)"
      )
    } catch .invalid(let message) {
      throw unusableResponse(answer, call, "is invalid: \(message)")
    }
  }

  /// Returns the path for the full name of a document in a response.
  ///
  /// The database in the name is not compared, since Google also identifies projects by number.
  func path(
    _ name: Tree?,
    _ answer: ServiceResponse,
    _ call: ServiceCall
  ) throws -> DocumentPath {
    guard let path = name?.string.flatMap(DocumentDatabaseName.parse)?.path, path.isDocument else {
      throw unusableResponse(answer, call, "lacks the name of a document")
    }
    return path
  }
}
