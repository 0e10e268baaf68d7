import HTTPTypes
import TaneCore
import TaneKit
import TaneProject
import TaneServices

/// A client that sends users' requests to Google's emulator, which evaluates security rules.
struct DocumentRequestClient {
  private let google: GoogleFirestore
  private let rules: FirestoreRules
  private let database: DocumentDatabaseName

  /// Creates a client for a database.
  ///
  /// - Throws: An `OperationFailure` if `firebase.json` specifies no rules.
  init(_ google: GoogleFirestore, _ database: DocumentDatabaseName) throws {
    guard let rules = google.rules else {
      throw OperationFailure(
        .failed,
        "firebase.json specifies no security rules for Firestore; add \"firestore\": {\"rules\": \"FILE\"}"
      )
    }
    (self.google, self.rules, self.database) = (google, rules, database)
  }

  /// Returns the expressions that requests have exercised.
  func coverage(of project: String) async throws -> RulesCoverage {
    let report = try await google.send(.get, GoogleFirestore.path("ruleCoverage", of: project))
    return RulesCoverage(report.json["report"] ?? .null, of: rules)
  }

  /// Returns the result of a user's request, or nil if the request does not list the user.
  func result(
    of request: RulesTestCases.Request,
    _ target: RulesTestCases.DocumentRequest,
    for user: RulesUser
  ) async throws -> RulesResult? {
    guard (request.allowed + request.denied).contains(user.name) else { return nil }
    let authorization = user.token.map { "Bearer \($0)" }
    let (status, json) = try await send(request.method, target, authorization)
    let error = (json.kind == .list ? json.children.first : json)?["error"]
    let reason = error?["message"]?.string ?? "status \(status)"
    switch (status, request.method) {
    case (403, _): return denial(reason)
    case (404, .get): return .allowed
    case (400, .update), (400, .delete):
      // The precondition fails only after the rules have allowed the request.
      return error?["status"]?.string == "FAILED_PRECONDITION" ? .allowed : .failed(reason: reason)
    case (200, .create):
      let store = try google.store(of: database.description)
      try await store.commit([DocumentWrite(path: target.path, operation: .delete)])
      return .allowed
    case (200, _): return .allowed
    default: return .failed(reason: reason)
    }
  }

  /// Returns the denial for a message that lists rule results, such as `false for 'get' @ L5`.
  ///
  /// A rule that reads the document has two results: the first is an error, because the emulator
  /// first evaluates the rule without the document.
  private func denial(_ message: String) -> RulesResult {
    var results: [Int: String] = [:]
    for match in message.matches(of: /[\s,]*(.*?) for '[a-z]+' @ L([0-9]+)/) {
      results[Int(match.2) ?? 0] = String(match.1)
    }
    guard !results.isEmpty else { return .denied(reason: message, isError: false) }
    let texts = results.sorted { $0.key < $1.key }.map { "\($0.value) (\(rules.path):\($0.key))" }
    return .denied(
      reason: texts.joined(separator: ", "),
      isError: results.values.contains { $0 != "false" }
    )
  }

  private func send(
    _ method: RulesTestCases.Method,
    _ request: RulesTestCases.DocumentRequest,
    _ authorization: String?
  ) async throws -> (status: Int, json: Tree) {
    let documents = "/v1/\(database)/documents"
    var write: DocumentWrite?
    // No document has this update time, so nothing is written.
    let never = DocumentPrecondition.updateTime(DocumentTimestamp(microseconds: 1_000_000))
    switch method {
    case .get:
      let path = request.path.segments.map(PercentEncoding.encodeURLPart).joined(separator: "/")
      return try await google.send(.get, "\(documents)/\(path)", as: authorization)
    case .list:
      let parent = request.path.parent.segments.map { "/\(PercentEncoding.encodeURLPart($0))" }
      return try await google.send(
        .post,
        "\(documents)\(parent.joined()):runQuery",
        body: ["structuredQuery": request.query.json(of: database, withFields: true)],
        as: authorization
      )
    case .create:
      write = DocumentWrite(
        path: request.path,
        operation: .update(request.fields, mask: nil),
        precondition: .exists(false)
      )
    case .update:
      let mask = request.fields.map { FieldPath(name: $0.name) }
      write = DocumentWrite(
        path: request.path,
        operation: .update(request.fields, mask: mask),
        precondition: never
      )
    case .delete, .read, .write:
      write = DocumentWrite(path: request.path, operation: .delete, precondition: never)
    }
    return try await google.send(
      .post,
      "\(documents):commit",
      body: ["writes": .list([write].compactMap { $0?.json(of: database) })],
      as: authorization
    )
  }
}

extension RulesCoverage {
  /// Reads a coverage report from Google's emulator, ignoring the values of expressions.
  init(_ report: Tree, of rules: FirestoreRules) {
    for expression in report.children {
      count(expression)
      guard expression["values"]?.children.isEmpty != false,
        let line = expression["sourcePosition"]?["line"]?.integer,
        let column = expression["sourcePosition"]?["column"]?.integer
      else { continue }
      missed.append(SourcePosition(file: rules.path, line: Int(line), column: Int(column)))
    }
    missed.sort()
  }

  private mutating func count(_ expression: Tree) {
    expressions += 1
    if expression["values"]?.children.isEmpty == false { exercised += 1 }
    for child in expression["children"]?.children ?? Tree.null.children { count(child) }
  }
}
