package import TaneCore
package import TaneProject
import TaneSwiftSource

/// Fixtures without errors, and the checks that were skipped.
package struct CheckedFixtures: Sendable {
  /// A mode of checking the fixtures against the app's Swift types.
  package enum TypeCheck {
    /// Types are checked, and their errors make the fixtures invalid.
    case included
    /// The user skipped the check (`--no-types`).
    case skippedByUser
    /// The operation does not check types.
    case omitted
  }

  package let fixtures: Fixtures
  package let mappings: Mappings
  /// The skipped checks and the reasons, as clauses.
  package private(set) var notChecked: [String] = []

  /// Loads and checks the fixtures of an environment.
  ///
  /// - Parameters:
  ///   - environment: The environment.
  ///   - addresses: The nodes that fixtures must describe, and whose types are checked, or an empty
  ///     array for everything.
  ///   - types: The mode of checking the app's Swift types.
  ///   - outcome: The consequence of an error, such as "nothing was written".
  ///   - reporter: Receives warnings.
  /// - Throws: An `OperationFailure` with all findings if one is an error.
  package init(
    of environment: ProjectEnvironment,
    describing addresses: [Address] = [],
    types: TypeCheck = .omitted,
    otherwise outcome: String,
    _ reporter: any OperationReporter
  ) throws {
    fixtures = environment.loadFixtures(reporter)
    mappings = Mappings.load(from: environment.project)
    var findings = (data: mappings.applyingSeverities(fixtures.diagnostics), types: [Diagnostic]())
    if types == .omitted {
      notChecked = [
        "whether the app's Swift types can read the fixtures: tane validate checks that"
      ]
    } else {
      reporter.report(mappings.diagnostics)
      if !fixtures.diagnostics.containsError {
        try environment.checkAddresses(addresses, areDescribedBy: fixtures)
        let context = environment.checkContext(reportingTo: reporter)
        if let checked = check(types, of: addresses, in: context) { findings = checked }
      }
    }
    let stops = findings.types.containsError
    let all = types == .omitted ? findings.data : (findings.data + findings.types).sorted()
    let subject = stops ? "the data that the app's Swift types read" : "the fixtures"
    let end = stops ? "nothing was written (--no-types skips this check)" : outcome
    try all.throwIfInvalid { "\($0) in \(subject); \(end)" }
    reporter.report(summaryOf: all)
    if types == .omitted {
      try environment.checkAddresses(addresses, areDescribedBy: fixtures)
    } else {
      note(to: reporter)
    }
  }

  /// Returns the findings about the fixtures and their types, or nil if no type is checked.
  private mutating func check(
    _ types: TypeCheck,
    of addresses: [Address],
    in context: CheckContext
  ) -> (data: [Diagnostic], types: [Diagnostic])? {
    let services = Set(fixtures.resources.map(\.address.service))
    var written = mappings
    written.rules.removeAll { !services.contains($0.pattern.service) }
    guard !written.rules.isEmpty else { return nil }
    guard types == .included else {
      notChecked = TypesCheck(skipping: written).notChecked
      return nil
    }
    var data = CheckedData(fixtures, written, scope: addresses)
    data.nodes = data.nodes.filter { data.isInScope($0.address) }
    notChecked = data.notChecked
    guard !data.nodes.isEmpty else { return nil }
    guard !mappings.sources.isEmpty else {
      return skipTypes("\"sources\" in the mappings is empty")
    }
    do {
      let types = try TypesCheck(quicklyOf: data, by: mappings, in: context)
      notChecked += types.notChecked
      let checks = types.joined(with: data)
      let scope = ComparisonScope(addresses)
      return (
        checks.data.flatMap(\.findings),
        checks.types.flatMap(\.findings).filter { $0.address.map(scope.contains) ?? true }
      )
    } catch {
      return skipTypes("\(error)")
    }
  }

  private mutating func skipTypes(
    _ reason: String
  ) -> (data: [Diagnostic], types: [Diagnostic])? {
    notChecked = ["\(TypesCheck.question): \(reason)"]
    return nil
  }

  private func note(to reporter: any OperationReporter) {
    guard let first = notChecked.first else { return }
    let rest = notChecked.count - 1
    let more = rest > 0 ? "; and \(rest.grouped) more (tane validate lists all)" : ""
    reporter.note("note: not checked: \(first)\(more)")
  }
}

extension [Diagnostic] {
  /// Throws an `OperationFailure` with all findings if any is an error; `message` receives the
  /// number of errors as text, such as `2 errors`.
  func throwIfInvalid(message: (_ errors: String) -> String) throws {
    let errors = count { $0.severity == .error }
    guard errors > 0 else { return }
    throw OperationFailure(failureReason, message(counted(errors, "error")), findings: self)
  }
}
