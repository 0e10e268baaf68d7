import HTTPTypes
import TaneCore
import TaneEmbedded
package import TaneKit
package import TaneProject
import TaneServices

/// The results of the requests in `fixtures/rules.yaml`, as Google's Firestore emulator judges them.
package struct RulesCheck: Sendable {
  /// The result of a user's request.
  package struct Cell: Sendable {
    package let isAllowed: Bool
    package let isExpected: Bool
  }

  /// A request with its results in the order of the users; nil if the request does not list the
  /// user.
  package struct Row: Sendable {
    package let title: String
    package fileprivate(set) var cells: [Cell?] = []
    fileprivate var findings: [Diagnostic] = []
  }

  /// The names of the users.
  package let users: [String]
  package fileprivate(set) var rows: [Row] = []
  /// The findings about `fixtures/rules.yaml` and the security rules.
  fileprivate var findings: [Diagnostic]
  fileprivate var coverage = RulesCoverage(Tree.null)

  /// Returns the results for reporters.
  package func report(_ title: String, of project: Project) -> FindingReport {
    let checks = rows.map { FindingReport.Check(name: $0.title, findings: $0.findings) }
    return FindingReport(
      title: title,
      of: project,
      checks: checks + [FindingReport.Check(name: "security rules", findings: findings)],
      extent: "\(counted(rows.count, "request")), which exercise \(coverage.exercised.grouped) of "
        + "\(counted(coverage.expressions, "expression")) of the security rules",
      notChecked: []
    )
  }
}

extension ProjectEnvironment {
  /// Checks Firestore's security rules with the environment's fixtures as data.
  ///
  /// - Throws: An `OperationFailure` if the fixtures, the rules or Google's emulator cannot be used.
  package func checkRules(
    version: String,
    _ reporter: any OperationReporter
  ) async throws -> RulesCheck {
    var options = EmulateOptions(version: version)
    (options.isInMemory, options.seeds, options.firestoreEngine) = (true, true, .google)
    let emulator = try await emulate(options, reporter)
    guard let google = emulator.googleFirestore, let rules = google.rules else {
      throw OperationFailure(
        .failed,
        "firebase.json names no security rules for Firestore; add \"firestore\": {\"rules\": \"FILE\"}"
      )
    }
    let names = FirestoreEmulation().names(in: emulator.source)
    let database =
      names.first.flatMap { DocumentDatabaseName(parsing: $0) }
      ?? DocumentDatabaseName(project: emulator.source.project, database: "(default)")
    let (cases, findings) = RulesCases.load(from: project, database)
    var check = RulesCheck(users: cases.users.map(\.name), findings: findings)
    guard !findings.containsError else { return check }
    let judge = try await RulesJudge(google, rules, database, cases.users, emulator.source)
    for request in cases.requests { check.rows.append(try await judge.row(of: request)) }
    let path = GoogleFirestore.path("ruleCoverage", of: emulator.source.project)
    let report = try await google.send(.get, path)
    check.coverage = RulesCoverage(report.json["report"] ?? .null)
    check.findings += check.coverage.unexercised(in: rules).map { position in
      let message = "no request of \(RulesCases.file) exercises this rule"
      return .warning(.unexercisedRule, message, at: position)
    }
    await google.end()
    return check
  }
}

/// Sends the requests of users to Google's emulator.
private struct RulesJudge {
  private enum Verdict {
    case allowed
    /// The rules denied the request, because of a condition or of an error in their evaluation.
    case denied(reason: String, isError: Bool)
    /// The request failed for a reason other than the rules.
    case failed(reason: String)
  }

  private let google: GoogleFirestore
  private let rules: FirestoreRules
  private let database: DocumentDatabaseName
  private let users: [(name: String, authorization: String?)]

  init(
    _ google: GoogleFirestore,
    _ rules: FirestoreRules,
    _ database: DocumentDatabaseName,
    _ users: [RulesCases.User],
    _ source: EmulatorSource
  ) async throws {
    (self.google, self.rules, self.database) = (google, rules, database)
    let accounts = source.stores.readers[.accounts].values.first
    var named: [(name: String, authorization: String?)] = []
    for user in users {
      guard let id = user.account else {
        named.append((user.name, nil))
        continue
      }
      guard var account = try await accounts?.account(id: id) else {
        throw OperationFailure(
          .found,
          "\(RulesCases.file): accounts:/\(id.escapingControls) is not in the fixtures"
        )
      }
      if let claims = user.claims { account.customAttributes = JSONText.text(.tree(claims)) }
      let provider =
        account.providers.first?.providerID ?? (account.password == nil ? "custom" : "password")
      let token = AccountToken(
        localID: id,
        project: source.project,
        provider: provider,
        issuedAt: source.now() / 1000
      )
      named.append((user.name, "Bearer \(token.idToken(of: account))"))
    }
    self.users = named
  }

  /// Judges a request of each user that it lists.
  func row(of request: RulesCases.Request) async throws -> RulesCheck.Row {
    var row = RulesCheck.Row(title: request.title)
    for (name, authorization) in users {
      let isExpected = request.allowed.contains(name)
      guard isExpected || request.denied.contains(name) else {
        row.cells.append(nil)
        continue
      }
      let user = "\"\(name.escapingControls)\""
      func add(_ severity: Diagnostic.Severity, _ code: DiagnosticCode, _ message: String) {
        row.findings.append(Diagnostic(severity, code, message, at: request.position))
      }
      switch try await verdict(on: request, of: authorization) {
      case .allowed:
        row.cells.append(RulesCheck.Cell(isAllowed: true, isExpected: isExpected))
        guard !isExpected else { continue }
        add(.error, .unexpectedAccess, "\(user) may \(request.title), but \"deny\" lists the user")
      case .denied(let reason, let isError):
        row.cells.append(RulesCheck.Cell(isAllowed: false, isExpected: !isExpected))
        if isExpected {
          add(
            .error,
            .unexpectedAccess,
            "\(user) may not \(request.title), but \"allow\" lists the user: \(reason)"
          )
        } else if isError {
          add(
            .warning,
            .failingRule,
            "\(user) may not \(request.title) only because the rules fail: \(reason)"
          )
        }
      case .failed(let reason):
        row.cells.append(nil)
        let message = "\(request.title) of \(user) cannot be judged, because it fails: \(reason)"
        add(.error, .unexpectedAccess, message)
      }
    }
    return row
  }

  private func verdict(
    on request: RulesCases.Request,
    of authorization: String?
  ) async throws -> Verdict {
    let (status, json) = try await send(request, authorization)
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
      try await store.commit([DocumentWrite(path: request.path, operation: .delete)])
      return .allowed
    case (200, _): return .allowed
    default: return .failed(reason: reason)
    }
  }

  /// Returns the denial for a message with the results of rules, such as `false for 'get' @ L5`.
  ///
  /// A rule that reads the document has two results: the first is an error, because the emulator
  /// evaluates the rule without the document at first.
  private func denial(_ message: String) -> Verdict {
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
    _ request: RulesCases.Request,
    _ authorization: String?
  ) async throws -> (status: Int, json: Tree) {
    let documents = "/v1/\(database)/documents"
    var write: DocumentWrite?
    // No document has this update time, so that nothing is written.
    let never = DocumentPrecondition.updateTime(DocumentTimestamp(microseconds: 1_000_000))
    switch request.method {
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
    case .delete:
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

/// The expressions of security rules in a coverage report of Google's emulator; their values are not
/// read.
struct RulesCoverage: Sendable {
  /// The outermost expressions, such as the conditions of `allow`, that no request has exercised.
  private var missed: [(line: Int, column: Int)] = []
  /// The number of expressions.
  private(set) var expressions = 0
  /// The number of expressions that requests have exercised.
  private(set) var exercised = 0

  init(_ report: Tree) {
    for expression in report.children {
      count(expression)
      guard expression["values"]?.children.isEmpty != false,
        let line = expression["sourcePosition"]?["line"]?.integer,
        let column = expression["sourcePosition"]?["column"]?.integer
      else { continue }
      missed.append((Int(line), Int(column)))
    }
  }

  private mutating func count(_ expression: Tree) {
    expressions += 1
    if expression["values"]?.children.isEmpty == false { exercised += 1 }
    for child in expression["children"]?.children ?? Tree.null.children { count(child) }
  }

  func unexercised(in rules: FirestoreRules) -> [SourcePosition] {
    missed.map { SourcePosition(file: rules.path, line: $0.line, column: $0.column) }.sorted()
  }
}
