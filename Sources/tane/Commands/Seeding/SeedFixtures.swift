import TaneCore
import TaneKit
import TaneProject
import TaneSwiftSource

/// The fixtures of a seed, of which the app's Swift types were found able to read what is asked for.
struct SeedFixtures {
  let fixtures: Fixtures
  let mappings: Mappings
  /// What of that was not checked and why, one clause each.
  private(set) var notChecked: [String] = []

  /// The fixtures, as an operation takes them.
  var checked: CheckedFixtures {
    CheckedFixtures(fixtures, by: mappings, notChecked: notChecked)
  }

  /// Loads and checks the fixtures; throws a `CommandFailure` with the findings where one is an error.
  init(of target: CommandTarget, for request: SeedRequest, in context: CommandContext) throws {
    fixtures = try target.fixtures(in: context)
    mappings = try context.mappings()
    var findings = (data: mappings.weighing(fixtures.diagnostics), types: [Diagnostic]())
    if !fixtures.diagnostics.containsError {
      try target.check(request.options.addresses, describedBy: fixtures)
      if let checked = try check(request, in: context) { findings = checked }
    }
    let stops = findings.types.containsError
    try target.accept(
      (findings.data + findings.types).sorted(),
      of: stops ? "what the app's Swift types read" : "the fixtures",
      in: context,
      otherwise: stops
        ? "nothing was written (--no-types leaves this check out)" : "nothing was written"
    )
    noteNotChecked(in: context)
  }

  /// What is found about the fixtures and the types that read them; nil where no type is checked.
  private mutating func check(
    _ request: SeedRequest,
    in context: CommandContext
  ) throws -> (data: [Diagnostic], types: [Diagnostic])? {
    let services = Set(fixtures.resources.map(\.address.service))
    var written = mappings
    written.rules.removeAll { !services.contains($0.pattern.service) }
    guard !written.rules.isEmpty else { return nil }
    guard !request.leavesOutTypes else {
      notChecked = TypesCheck(leavingOut: written).notChecked
      return nil
    }
    var data = CheckedData(fixtures, written, scope: request.options.addresses)
    data.nodes = data.nodes.filter { data.isInScope($0.address) }
    notChecked = data.notChecked
    guard !data.nodes.isEmpty else { return nil }
    guard !mappings.sources.isEmpty else {
      return leaveOut("\"sources\" of the mappings name none")
    }
    do {
      let types = try TypesCheck(quicklyOf: data, by: mappings, in: context.checking)
      notChecked += types.notChecked
      let checks = types.joined(with: data)
      let scope = ComparisonScope(request.options.addresses)
      return (
        checks.data.flatMap(\.findings),
        checks.types.flatMap(\.findings).filter { $0.address.map(scope.contains) ?? true }
      )
    } catch let error as SourceReadingError {
      return leaveOut("\(error)")
    }
  }

  private mutating func leaveOut(
    _ reason: String
  ) -> (data: [Diagnostic], types: [Diagnostic])? {
    notChecked = ["\(TypesCheck.question): \(reason)"]
    return nil
  }

  private func noteNotChecked(in context: CommandContext) {
    guard let first = notChecked.first else { return }
    let rest = notChecked.count - 1
    let more = rest > 0 ? "; and \(rest.grouped) more (tane validate lists them)" : ""
    context.console.note("note: not checked: \(first)\(more)")
  }
}
