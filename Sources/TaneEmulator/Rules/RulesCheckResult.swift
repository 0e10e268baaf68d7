import SystemPackage
import TaneCore
package import TaneKit
package import TaneProject
import TaneServices

/// The results of the requests in `fixtures/rules.yaml`.
package struct RulesCheckResult: Sendable {
  /// The result of a user's request.
  package struct Cell: Sendable {
    package let isAllowed: Bool
    package let isExpected: Bool
  }

  /// A request with its results in the order of the users; a result is nil if the request does not
  /// list the user or failed for a reason other than the rules.
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
  /// The rules that were not checked, each with the reason in parentheses.
  fileprivate var notChecked: [String] = []
  fileprivate var coverage = RulesCoverage()

  /// Returns the results as a report with the given title.
  package func report(_ title: String, of project: Project) -> FindingReport {
    let checks = rows.map { FindingReport.Check(name: $0.title, findings: $0.findings) }
    return FindingReport(
      title: title,
      of: project,
      checks: checks + [FindingReport.Check(name: "security rules", findings: findings)],
      extent: "\(counted(rows.count, "request")), which exercise \(coverage.exercised.grouped) of "
        + "\(counted(coverage.expressions, "expression")) of the security rules",
      notChecked: notChecked
    )
  }
}

extension ProjectEnvironment {
  /// Checks security rules with the environment's fixtures as data: Firestore's rules in Google's
  /// emulator, and Realtime Database rules in Tane's.
  ///
  /// - Throws: An `OperationFailure` if the fixtures, rules or Google's emulator cannot be used.
  package func checkRules(
    version: String,
    _ reporter: any OperationReporter
  ) async throws -> RulesCheckResult {
    try await checkRules(version: version, skipsUnavailableEngine: false, reporter)
  }

  /// Checks the security rules for `tane demo check`, or returns nil if the project has no
  /// `fixtures/rules.yaml`; without Google's emulator, the requests to Firestore are not checked.
  package func checkRulesForDemo(version: String) async throws -> DemoCheckResult? {
    let file = project.root.pushing(FilePath(RulesTestCases.file))
    guard (try? project.files.kind(of: file)) != nil else { return nil }
    let check: RulesCheckResult
    do {
      check = try await checkRules(version: version, skipsUnavailableEngine: true, SilentReporter())
    } catch let failure as OperationFailure {
      let place = SourcePosition(file: RulesTestCases.file)
      let finding = Diagnostic.error(.invalidRules, failure.message, at: place)
      return DemoCheckResult(
        name: "rules",
        answer: "not checked",
        findings: failure.findings.isEmpty ? [finding] : failure.findings
      )
    }
    let findings = check.findings + check.rows.flatMap(\.findings)
    let evaluatedCount = check.rows.count { $0.cells.contains { $0 != nil } }
    return DemoCheckResult(
      name: "rules",
      answer: findings.containsError
        ? "the security rules do not allow and deny requests as expected"
        : evaluatedCount == 0
          ? "not checked"
          : "the security rules allow and deny \(counted(evaluatedCount, "request")) as expected",
      findings: findings.filter { $0.severity == .error },
      notChecked: check.notChecked
    )
  }

  private func checkRules(
    version: String,
    skipsUnavailableEngine: Bool,
    _ reporter: any OperationReporter
  ) async throws -> RulesCheckResult {
    let defaultDatabase = DocumentDatabaseName(
      project: profile.fallbackProject,
      database: "(default)"
    )
    let (found, findings) = RulesTestCases.load(
      from: project,
      profile,
      profile.documentDatabase ?? defaultDatabase
    )
    var check = RulesCheckResult(users: found.users.map(\.name), findings: findings)
    guard !findings.containsError else { return check }
    var options = EmulateOptions(version: version)
    (options.isInMemory, options.seeds, options.rules) = (true, true, .on)
    if found.hasDocumentRequests {
      do {
        _ = try await GoogleFirestoreProgram(variables: variables)
        options.firestoreEngine = .google
      } catch let failure as OperationFailure where skipsUnavailableEngine {
        check.notChecked.append("the security rules of Firestore (\(failure.message))")
      }
    }
    let emulator = try await emulate(options, reporter)
    defer { emulator.release() }
    do {
      try await check.addResults(of: emulator, in: project, fallbackDatabase: defaultDatabase)
    } catch {
      await emulator.googleFirestore?.end()
      throw error
    }
    await emulator.googleFirestore?.end()
    return check
  }
}

extension RulesCheckResult {
  /// Sends the requests to an emulator as each user, and adds the results.
  fileprivate mutating func addResults(
    of emulator: PreparedEmulator,
    in project: Project,
    fallbackDatabase: DocumentDatabaseName
  ) async throws {
    let names = FirestoreEmulation().names(in: emulator.source)
    let database = names.first.flatMap { DocumentDatabaseName(parsing: $0) } ?? fallbackDatabase
    let cases = RulesTestCases.load(from: project, emulator.source.profile, database).cases
    let (users, unknown) = try await RulesUser.users(of: cases, in: emulator.source)
    guard unknown.isEmpty else { return findings += unknown }
    let documents = try emulator.googleFirestore.map { try DocumentRequestClient($0, database) }
    let databases = try await DatabaseRequestEvaluator(cases, emulator.source)
    for request in cases.requests {
      var row = Row(title: request.title)
      for user in users {
        let result: RulesResult? =
          switch request.target {
          case .document(let target): try await documents?.result(of: request, target, for: user)
          case .database(let target): databases.result(of: request, target, for: user)
          }
        row.add(result, on: request, of: user.name)
      }
      rows.append(row)
    }
    add(databases.coverage)
    if let documents {
      add(try await documents.coverage(of: emulator.source.project))
    } else if !cases.hasDocumentRequests,
      !emulator.source.profile.services(of: .firestore).isEmpty,
      emulator.source.settings.firestoreRules(of: database.database) != nil
    {
      notChecked.append("the security rules of Firestore (no request is for Firestore)")
    }
  }
}

/// A reporter that discards the emulator's notes, which do not concern the check.
private struct SilentReporter: OperationReporter {
  func progress(_ progress: RunProgress, isAnnounced: Bool) {}
  func endProgress() {}
  func note(_ text: String) {}
  func report(_ findings: [Diagnostic]) {}
  func report(summaryOf findings: [Diagnostic]) {}
}

/// A user who sends requests, with the user's ID token.
struct RulesUser: Sendable {
  let name: String
  /// The ID token, or nil if the user is not signed in.
  let token: String?

  /// Returns the users in the order of the file, and findings about accounts that are not in the
  /// fixtures.
  static func users(
    of cases: RulesTestCases,
    in source: EmulatorSource
  ) async throws -> (users: [RulesUser], findings: [Diagnostic]) {
    let accounts = source.stores.readers[.accounts].values.first
    var users: [RulesUser] = []
    var findings: [Diagnostic] = []
    for user in cases.users {
      guard let id = user.account else {
        users.append(RulesUser(name: user.name, token: nil))
        continue
      }
      guard var account = try await accounts?.account(id: id) else {
        let message =
          "accounts:/\(id.escapingControls) is not in the fixtures; correct the ID, or add the "
          + "account"
        findings.append(.error(.missingReference, message, at: user.position))
        continue
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
      users.append(RulesUser(name: user.name, token: token.idToken(of: account)))
    }
    return (users, findings)
  }
}

/// The result of a request.
enum RulesResult {
  case allowed
  /// The rules denied the request, because of a condition or an error in the evaluation.
  case denied(reason: String, isError: Bool)
  /// The request failed for a reason other than the rules.
  case failed(reason: String)
}

extension RulesCheckResult {
  /// Adds the coverage of conditions, and warns about conditions that no request has exercised.
  fileprivate mutating func add(_ other: RulesCoverage) {
    coverage.expressions += other.expressions
    coverage.exercised += other.exercised
    findings += other.missed.map { position in
      let message = "no request of \(RulesTestCases.file) exercises this rule"
      return .warning(.unexercisedRule, message, at: position)
    }
  }
}

extension RulesCheckResult.Row {
  /// Adds the result of a user's request, if the request lists the user.
  fileprivate mutating func add(
    _ result: RulesResult?,
    on request: RulesTestCases.Request,
    of name: String
  ) {
    let isExpected = request.allowed.contains(name)
    guard let result, isExpected || request.denied.contains(name) else {
      return cells.append(nil)
    }
    let user = "\"\(name.escapingControls)\""
    func add(_ severity: Diagnostic.Severity, _ code: DiagnosticCode, _ message: String) {
      findings.append(Diagnostic(severity, code, message, at: request.position))
    }
    switch result {
    case .allowed:
      cells.append(RulesCheckResult.Cell(isAllowed: true, isExpected: isExpected))
      guard !isExpected else { return }
      add(.error, .unexpectedAccess, "\(user) may \(request.title), but \"deny\" lists the user")
    case .denied(let reason, let isError):
      cells.append(RulesCheckResult.Cell(isAllowed: false, isExpected: !isExpected))
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
          "\(user) may not \(request.title), but only because evaluating the rules fails: \(reason)"
        )
      }
    case .failed(let reason):
      cells.append(nil)
      add(
        .error,
        .unexpectedAccess,
        "cannot determine whether \(user) may \(request.title): the request failed: \(reason)"
      )
    }
  }
}

/// The expressions of security rules that requests have exercised.
struct RulesCoverage: Sendable {
  /// The number of expressions.
  var expressions = 0
  /// The number of expressions that requests have exercised.
  var exercised = 0
  /// The positions of the conditions that no request has exercised.
  var missed: [SourcePosition] = []
}
