import Synchronization
import TaneCore
import TaneKit
import TaneProject
import TaneServices

/// An evaluator of users' requests to Realtime Databases against their security rules.
struct DatabaseRequestEvaluator {
  /// A database with its rules and its data.
  private struct Database {
    let rules: DatabaseRules
    let root: DatabaseNode?
    /// The evaluated conditions, shared by databases with the same rules file.
    let exercised: EvaluatedConditions
  }

  private let databases: [String: Database]
  private let now: Int64

  /// Reads the databases that have rules or that the requests access.
  ///
  /// - Throws: An `OperationFailure` if `firebase.json` specifies no rules for one of the
  ///   databases.
  init(_ cases: RulesTestCases, _ source: EmulatorSource) async throws {
    var databases: [String: Database] = [:]
    for service in source.profile.services(of: .databases) {
      guard let rules = source.databaseRules?[service.instanceName] else {
        guard cases.hasRequests(toDatabase: service.name) else { continue }
        throw OperationFailure(
          .failed,
          "firebase.json specifies no security rules for the Realtime Database "
            + "\"\(service.name.escapingControls)\"; add \"database\": {\"rules\": \"FILE\"}"
        )
      }
      let tree = try await source.stores.readers[.databases][service.name]?.tree(at: .root)
      databases[service.name] = Database(
        rules: rules,
        root: tree.flatMap { $0.isNull ? nil : DatabaseNode.tree($0) },
        exercised: databases.values.first { $0.rules.path == rules.path }?.exercised
          ?? EvaluatedConditions()
      )
    }
    (self.databases, now) = (databases, source.now())
  }

  /// Returns the result of a user's request, or nil if the request does not list the user.
  func result(
    of request: RulesTestCases.Request,
    _ target: RulesTestCases.DatabaseRequest,
    for user: RulesUser
  ) -> RulesResult? {
    guard (request.allowed + request.denied).contains(user.name),
      let database = databases[target.service]
    else { return nil }
    do throws(DatabaseFailure) {
      guard case .user(let auth) = try DatabaseIdentity(credential: user.token) else { return nil }
      var evaluator = DatabaseRulesEvaluator(rules: database.rules, auth: auth)
      evaluator.exercised = database.exercised
      let decision = try decision(on: request.method, target, by: evaluator, of: database.root)
      switch decision {
      case .allowed: return .allowed
      case .denied(let reason): return .denied(reason: reason.text, isError: reason.isError)
      case .undecided(let reason): return .failed(reason: reason)
      }
    } catch {
      return .failed(reason: error.message)
    }
  }

  private func decision(
    on method: RulesTestCases.Method,
    _ request: RulesTestCases.DatabaseRequest,
    by evaluator: DatabaseRulesEvaluator,
    of root: DatabaseNode?
  ) throws(DatabaseFailure) -> DatabaseRulesEvaluator.Decision {
    if method == .read {
      let query = try QueryParameters.query(of: Self.target(of: request), isShallow: false)
      return evaluator.evaluateRead(of: request.path, query, in: root, now: now)
    }
    let write: DatabaseWrite =
      switch method {
      case .update: try .merge(request.data, at: request.path)
      case .delete: try .set(.null, at: request.path)
      default: try .set(request.data, at: request.path)
      }
    let nodes = try write.nodes(below: root, time: now)
    return evaluator.evaluateWrite(of: nodes, at: write.parts.map(\.path), below: root, now: now)
  }

  /// Returns the target of a REST request, with query parameters encoded as JSON.
  private static func target(of request: RulesTestCases.DatabaseRequest) -> RequestTarget {
    let parameters = request.query.map { name, value in
      "\(name)=\(PercentEncoding.encodeURLPart(JSONText.text(.tree(value))))"
    }
    return RequestTarget("/.json?\(parameters.joined(separator: "&"))")
  }

  /// The conditions that requests have exercised.
  var coverage: RulesCoverage {
    var coverage = RulesCoverage()
    var paths: Set<String?> = []
    for database in databases.values where paths.insert(database.rules.path).inserted {
      let offsets = database.rules.conditions.map(\.offset)
      let exercised = database.exercised.offsets
      coverage.expressions += offsets.count
      coverage.exercised += offsets.count { exercised.contains($0) }
      let missed = offsets.filter { !exercised.contains($0) }
      coverage.missed += missed.map { database.rules.position(of: $0) }
    }
    coverage.missed.sort()
    return coverage
  }
}

/// The conditions that an evaluator has evaluated.
final class EvaluatedConditions: Sendable {
  private let evaluatedOffsets = Mutex<Set<Int>>([])

  /// The byte offsets of the conditions in the file.
  var offsets: Set<Int> { evaluatedOffsets.withLock { $0 } }

  func insert(_ offset: Int) {
    evaluatedOffsets.withLock { _ = $0.insert(offset) }
  }
}
