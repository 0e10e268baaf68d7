import TaneCore
package import TaneProject
import TaneRuntime
import TaneSeeding

/// The options of a demo check.
package struct DemoOptions: Sendable {
  /// The time at which dates must still be in the future, or nil to use the current time.
  package var until: FixtureAnchor?
  /// A Boolean value indicating whether type checks are skipped.
  package var skipsTypes = false
  /// A Boolean value indicating whether checks of links are skipped.
  package var skipsLinks = false
  /// A Boolean value indicating whether checks of sign-in are skipped.
  package var skipsAccounts = false
  /// The command that resets the environment to the fixtures, used in advice.
  package var reset = "tane demo reset"

  package init() {}
}

/// An operation that checks whether an environment is ready for a demo, by combining several
/// checks.
package struct DemoOperation {
  private let environment: ProjectEnvironment
  private let options: DemoOptions
  private let mappings: Mappings
  private let context: CheckContext
  /// The time at which dates must still be in the future.
  private let end: FixtureAnchor

  /// Creates the operation; nothing is read before `run`.
  package init(
    _ environment: ProjectEnvironment,
    by mappings: Mappings,
    _ options: DemoOptions,
    in context: CheckContext
  ) {
    (self.environment, self.mappings, self.options) = (environment, mappings, options)
    self.context = context
    end = options.until ?? .now
  }

  /// Returns the results of all checks; throws an `OperationFailure` if the fixtures have errors,
  /// or an error from a store.
  package func run() async throws -> [DemoCheckResult] {
    // An unreadable state does not prevent the check.
    let seeded = try? StateDatabase.existing(in: environment.project)?.anchor(
      of: environment.profile.name
    )
    let fixtures = try environment.at(seeded ?? .now)
      .fixtures(otherwise: "nothing was checked", context.reporter)
    let difference = try await environment.difference(
      of: fixtures,
      by: mappings,
      PlanPolicy(environment.profile),
      context.reporter
    )
    let comparison = DemoComparison(difference, of: environment.profile, reset: options.reset)
    var questions = [comparison.data]
    questions.append(try await checkTypes())
    if let objects = comparison.objects { questions.append(objects) }
    questions.append(try await links(of: fixtures))
    let renewed = environment.at(.now).loadFixtures(context.reporter)
    questions.append(dates(of: fixtures, renewed: renewed, since: seeded))
    if let accounts = try await accounts(of: fixtures, comparison) { questions.append(accounts) }
    return questions
  }

  /// Returns a report with the findings of all checks.
  package func report(of questions: [DemoCheckResult]) -> FindingReport {
    let name = environment.profile.name
    return FindingReport(
      title: "tane demo check \(name)",
      of: environment.project,
      checks: questions.map { .init(name: $0.name, findings: $0.findings.sorted()) },
      extent: "\(questions.map(\.name).joined(separator: ", ")) of \(name)",
      notChecked: questions.flatMap(\.notChecked)
    )
  }

  private func checkTypes() async throws -> DemoCheckResult {
    guard !options.skipsTypes else {
      let check = TypesCheck(skipping: mappings)
      return DemoCheckResult(name: "types", answer: "not checked", notChecked: check.notChecked)
    }
    let data = try await LiveDataReader.data(
      of: environment,
      mappings,
      options: LiveDataOptions(),
      reportingTo: context.reporter
    )
    let check = TypesCheck(of: data, by: mappings, in: context)
    let findings = check.joined(with: data).types.flatMap(\.findings)
    let isChecked = !data.nodes.isEmpty && !mappings.sources.isEmpty
    return DemoCheckResult(
      name: "types",
      answer: findings.containsError
        ? "the app's Swift types cannot read the following"
        : isChecked ? "the app's Swift types can read \(data.extent)" : "not checked",
      findings: findings,
      notChecked: data.notChecked + check.notChecked
    )
  }

  private func links(of fixtures: Fixtures) async throws -> DemoCheckResult {
    guard !options.skipsLinks else {
      return DemoCheckResult(
        name: "links",
        answer: "not checked",
        notChecked: ["whether links work (--no-links)"]
      )
    }
    let links = DemoLinks(of: fixtures, in: environment.profile)
    let probe = environment.connector.linkProbe()
    let readers = try environment.readers()
    let reporter = context.reporter
    defer { reporter.endProgress() }
    return try await links.check(with: probe, in: readers, reset: options.reset) {
      reporter.progress($0, isAnnounced: false)
    }
  }

  /// Checks for dates that were in the future at the last seed and have passed.
  private func dates(
    of fixtures: Fixtures,
    renewed: Fixtures,
    since seeded: FixtureAnchor?
  ) -> DemoCheckResult {
    let start = min(seeded ?? .now, .now)
    let passed = RottingDates(in: fixtures, besides: renewed, since: start, until: end).dates
    let isPast = options.until == nil
    let ahead =
      seeded == nil
      ? "is still in the future"
      : "was still in the future at the last seed"
    let noneAhead =
      seeded == nil
      ? "no date in the future"
      : "no date that was in the future at the last seed"
    let subject =
      passed.isEmpty
      ? (seeded == nil && isPast ? "no date" : noneAhead) : counted(passed.count, "date")
    let findings = passed.map { date in
      let isRenewed = date.renewed.map { $0.seconds > end.seconds } ?? false
      let advice =
        isRenewed
        ? "\(options.reset) renews it"
        : "write a later date, or one relative to the seed (!now +3d)"
      return Diagnostic.error(
        .passedDate,
        isPast
          ? "\(date.text) \(ahead) and has since passed; \(advice)"
          : "\(date.text) \(ahead) and will have passed by \(end); \(advice)",
        at: date.position,
        address: date.address
      )
    }
    return DemoCheckResult(
      name: "dates",
      answer: isPast
        ? "\(subject) \(passed.count > 1 ? "have" : "has") passed"
        : "\(subject) will have passed by \(end)",
      findings: findings
    )
  }

  private func accounts(
    of fixtures: Fixtures,
    _ comparison: DemoComparison
  ) async throws -> DemoCheckResult? {
    guard let described = fixtures.services(of: .accounts).first, !described.resources.isEmpty
    else { return nil }
    let readers = try environment.readers()
    let reader = try readers.reader(.accounts, named: described.name)
    let accounts = DemoAccounts(
      described.resources,
      in: reader,
      omission: reasonForSkippingSignIn(with: reader)
    )
    return try await accounts.check(
      besides: comparison.accountFindings,
      secret: fixtures.secret(at:),
      reset: options.reset
    )
  }

  /// Returns the reason sign-in is not checked, or nil if it is checked.
  private func reasonForSkippingSignIn(with reader: any AccountReader) -> String? {
    if options.skipsAccounts { return "--no-accounts" }
    guard reader.authentication != nil, environment.profile.guardLevel == .protected else {
      return nil
    }
    return "\(environment.profile.name) is protected, and a service records each sign-in"
  }
}
