package import TaneCore
package import TaneProject

/// The options of a validation.
package struct ValidateOptions: Sendable {
  /// The nodes to report findings about, with their descendants, or an empty array for everything.
  package var addresses: [Address] = []
  /// A Boolean value indicating whether warnings count as errors.
  package var isStrict = false
  /// A Boolean value indicating whether type checks are skipped.
  package var skipsTypes = false

  package init() {}
}

/// An operation that checks the data of one environment against the app's types and the rules of
/// its services, and checks the project's settings.
package struct ValidateOperation {
  /// The data to check.
  package enum Source {
    /// The fixtures of the environment.
    case fixtures(Fixtures)
    /// The data in the environment.
    case environment(ProjectEnvironment, LiveDataOptions)
  }

  private let name: String
  private let profiles: CheckedProfiles
  private let options: ValidateOptions
  private let context: CheckContext
  private let mappings: Mappings

  /// Creates the operation for an environment; no data is read before `report`.
  package init(
    _ name: String,
    among profiles: CheckedProfiles,
    _ options: ValidateOptions,
    in context: CheckContext
  ) {
    self.name = name
    self.profiles = profiles
    self.options = options
    self.context = context
    mappings = Mappings.load(from: context.project)
  }

  /// Returns all findings about the data and the project's settings.
  package func report(on source: Source) async throws -> FindingReport {
    let data = try await data(from: source)
    let types = types(of: data)
    let checks = types.joined(with: data)
    // Mappings cannot change the severity of findings about the project's settings.
    let own = checks.data + [profiles.check(of: mappings, against: data), profiles.check]
    return FindingReport(
      title: "tane validate \(name)",
      of: context.project,
      checks: (own + checks.types).map(filteredCheck),
      extent: data.extent,
      notChecked: data.notChecked + types.notChecked + profiles.notChecked,
      nodes: data.nodes,
      fileCount: data.fileCount
    )
  }

  /// Returns the findings about the project's settings, for an environment whose profile has
  /// errors; `data` names the unchecked data, such as `the fixtures`.
  package func report(without data: String) -> FindingReport {
    FindingReport(
      title: "tane validate \(name)",
      of: context.project,
      checks: [profiles.check, profiles.check(of: mappings, against: nil)].map(filteredCheck),
      extent: counted(profiles.count, "profile"),
      notChecked: profiles.notChecked + ["\(data) of \(name), whose profile has errors"]
    )
  }

  private func types(of data: CheckedData) -> TypesCheck {
    options.skipsTypes
      ? TypesCheck(skipping: mappings) : TypesCheck(of: data, by: mappings, in: context)
  }

  private func data(from source: Source) async throws -> CheckedData {
    switch source {
    case .fixtures(let fixtures): CheckedData(fixtures, mappings)
    case .environment(let environment, let reading):
      try await LiveDataReader.data(
        of: environment,
        mappings,
        scope: options.addresses,
        options: reading,
        reportingTo: context.reporter
      )
    }
  }

  /// Returns a check with only the requested findings; in strict mode, warnings become errors.
  private func filteredCheck(_ check: FindingReport.Check) -> FindingReport.Check {
    var check = check
    check.findings.removeAll { !isRequested($0) }
    check.findings.sort()
    if options.isStrict { check.raiseWarnings() }
    return check
  }

  private func isRequested(_ finding: Diagnostic) -> Bool {
    guard !options.addresses.isEmpty, let address = finding.address else { return true }
    return options.addresses.contains { $0.contains(address) }
  }
}

extension FindingReport.Check {
  /// Turns warnings into errors.
  mutating func raiseWarnings() {
    for index in findings.indices where findings[index].severity == .warning {
      findings[index].severity = .error
    }
  }
}

// MARK: Suggestions

extension ValidateOperation {
  private static let mappingsFile = "fixtures/mappings.yaml"

  /// Returns suggested mappings for data that no mapping matches; throws an `OperationFailure` if
  /// the app's Swift types are unknown.
  package func suggestions(on source: Source) async throws -> MappingSuggestions {
    let data = try await data(from: source)
    try checkSuggesting()
    let types = types(of: data)
    let unread = types.checks.flatMap(\.findings).filter { $0.code == .unreadableFile }
    guard unread.isEmpty else {
      throw OperationFailure(
        .failed,
        "cannot suggest mappings: the app's Swift types could not be read",
        findings: unread
      )
    }
    return mappings.suggestions(
      for: data.wholeTrees,
      documents: data.documents,
      typeNames: types.declaredNames
    )
  }

  private func checkSuggesting() throws {
    guard !options.skipsTypes else {
      throw OperationFailure(
        .usage,
        "--suggest and --no-types cannot be combined; use one of them"
      )
    }
    guard !mappings.diagnostics.containsError else {
      throw OperationFailure(
        .failed,
        "\(mappings.file ?? Self.mappingsFile) has errors; nothing was suggested",
        findings: mappings.diagnostics
      )
    }
    guard mappings.sources.isEmpty else { return }
    throw OperationFailure(
      .failed,
      "cannot suggest mappings without Swift sources: add \"sources: [Sources]\", with the folders "
        + "of the app's models, to \(mappings.file ?? Self.mappingsFile)"
    )
  }
}
