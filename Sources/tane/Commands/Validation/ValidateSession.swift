import SystemPackage
import TaneCore
import TaneProject
import TaneRuntime

/// One run of `tane validate`.
struct ValidateSession {
  private let command: ValidateCommand
  private let context: CommandContext
  private let target: CommandTarget
  private let project: Project

  init(_ command: ValidateCommand, context: CommandContext) throws {
    self.command = command
    self.context = context
    target = try CommandTarget(
      environment: command.environment,
      sets: command.sets.names,
      at: command.anchor,
      in: context
    )
    project = try context.project
  }

  func run() async throws -> ExitStatus {
    target.printHeader(in: context, isWanted: isForTerminal)
    let mappings = Mappings.load(from: project)
    let data = try await command.live.live ? liveData(mappings) : fixtureData(mappings)
    if command.suggest { try checkSuggesting(mappings) }
    let types =
      command.leavesOutTypes
      ? TypesCheck(leavingOut: mappings) : try TypesCheck(of: data, by: mappings, in: context)
    if command.suggest { return try suggest(mappings, data, types) }
    var report = report(on: data, mappings, types)
    try apply(baseline: command.baseline, to: &report)
    try show(report)
    let findings = report.findings
    return findings.containsError ? findings.failureStatus : .clean
  }

  private func report(
    on data: CheckedData,
    _ mappings: Mappings,
    _ types: TypesCheck
  ) -> FindingReport {
    let checks = types.joined(with: data)
    // The project's settings are not its data: nobody can weigh what is wrong with them away.
    let own = checks.data + [check(of: mappings, against: data)] + valueChecks
    return FindingReport(
      title: "tane validate \(target.profile.name)",
      root: project.root.string,
      pathInRepository: project.pathInRepository,
      checks: (own + checks.types).map(asked),
      extent: data.extent,
      notChecked: data.notChecked + types.notChecked,
      nodes: data.nodes,
      fileCount: data.fileCount
    )
  }

  private var isForTerminal: Bool {
    !context.isJSON && !command.suggest && (command.presentation.reporter ?? .text) == .text
  }
}

// MARK: Data

extension ValidateSession {
  private func fixtureData(_ mappings: Mappings) throws -> CheckedData {
    let fixtures = try target.fixtures(in: context)
    try target.check(command.addresses, describedBy: fixtures)
    return CheckedData(fixtures, mappings)
  }

  private func liveData(_ mappings: Mappings) async throws -> CheckedData {
    try command.addresses.forEach(target.profile.checkService)
    return try await LiveReading.data(
      of: target,
      mappings,
      scope: command.addresses,
      options: command.live,
      in: context
    )
  }

  /// What is wrong with the mappings themselves.
  private func check(of mappings: Mappings, against data: CheckedData) -> FindingReport.Check {
    var findings = mappings.diagnostics
    if let profiles = try? context.profiles(), !findings.containsError {
      findings += mappings.findings(aboutServicesBesides: ServiceNames(of: profiles.profiles))
      findings += ServiceRegistry.checked.flatMap { $0.findings(about: mappings, in: data) }
    }
    return FindingReport.Check(name: mappings.file ?? Self.mappingsFile, findings: findings)
  }
}

// MARK: Values

extension ValidateSession {
  /// What is wrong with the app's own settings, in whatever environment.
  private var valueChecks: [FindingReport.Check] {
    guard let profiles = try? context.profiles(), profiles.haveValues else { return [] }
    return [
      FindingReport.Check(name: "values of all environments", findings: profiles.valueDiagnostics)
    ]
  }
}

// MARK: Findings

extension ValidateSession {
  /// The findings that were asked for, warnings as errors where they are to be.
  private func asked(_ check: FindingReport.Check) -> FindingReport.Check {
    var check = check
    check.findings.removeAll { !isAskedFor($0) }
    check.findings.sort()
    guard command.strict else { return check }
    for index in check.findings.indices where check.findings[index].severity == .warning {
      check.findings[index].severity = .error
    }
    return check
  }

  private func isAskedFor(_ finding: Diagnostic) -> Bool {
    guard !command.addresses.isEmpty, let address = finding.address else { return true }
    return command.addresses.contains { $0.contains(address) }
  }

  private func apply(baseline options: BaselineOptions, to report: inout FindingReport) throws {
    guard let file = options.baseline else {
      guard options.updateBaseline else { return }
      throw CommandFailure(.usage, "--update-baseline needs --baseline, which names the file")
    }
    let path = context.path(file)
    if options.updateBaseline {
      let baseline = FindingBaseline(of: report.findings)
      try baseline.save(to: path, named: file)
      context.console.note("wrote \(counted(baseline.count, "finding")) into \(file)")
    }
    let baseline = try FindingBaseline.load(
      from: path,
      named: file,
      in: try? context.project
    )
    let unmet = baseline.remove(from: &report)
    guard unmet > 0 else { return }
    context.console.note(
      "note: \(counted(unmet, "finding")) of \(file) \(unmet == 1 ? "is" : "are") no longer there;"
        + " --update-baseline takes \(unmet == 1 ? "it" : "them") out"
    )
  }

  private func show(_ report: FindingReport) throws {
    let reporter: any FindingReporter =
      context.isJSON
      ? FindingJSONReporter(environment: target.profile.name, sets: target.sets)
      : (command.presentation.reporter ?? .text)
        .reporter(in: context, tellsAll: command.presentation.all)
    try context.console.printBuffered { try reporter.write(report, to: $0) }
  }

  /// Throws a `CommandFailure` where the types are not known among which a suggestion chooses.
  private func checkSuggesting(_ mappings: Mappings) throws {
    guard !command.leavesOutTypes else {
      throw CommandFailure(
        .usage,
        "--suggest and --no-types contradict each other; give one of them"
      )
    }
    guard !mappings.diagnostics.containsError else {
      throw CommandFailure(
        .failed,
        "\(mappings.file ?? Self.mappingsFile) has errors; nothing was suggested",
        findings: mappings.diagnostics
      )
    }
    guard mappings.sources.isEmpty else { return }
    throw CommandFailure(
      .failed,
      "no Swift sources are named, among whose types a suggestion chooses: write sources: [Sources], with the"
        + " folders of the app's models, into \(mappings.file ?? Self.mappingsFile)"
    )
  }

  private static let mappingsFile = "fixtures/mappings.yaml"

  private func suggest(
    _ mappings: Mappings,
    _ data: CheckedData,
    _ types: TypesCheck
  ) throws -> ExitStatus {
    let unread = types.checks.flatMap(\.findings).filter { $0.code == .unreadableFile }
    guard unread.isEmpty else {
      throw CommandFailure(
        .failed,
        "cannot suggest mappings: the app's Swift types could not be read",
        findings: unread
      )
    }
    let suggestions = mappings.suggestions(
      for: data.wholeTrees,
      documents: data.documents,
      typeNames: types.declaredNames
    )
    if suggestions.entries.isEmpty { context.console.note("mappings cover every node of the data") }
    guard context.isJSON else {
      context.console.printRaw(suggestions.yaml)
      return .clean
    }
    context.console.printJSON([
      "format": 1,
      "environment": .string(target.profile.name),
      "suggestions": .list(suggestions.entries.map(Self.literal)),
    ])
    return .clean
  }

  private static func literal(_ suggestion: MappingSuggestion) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("pattern", .string("\(suggestion.pattern)")), ("type", .string(suggestion.type)),
    ]
    if let name = suggestion.unknownName { entries.append(("unknownType", .string(name))) }
    if !suggestion.candidates.isEmpty {
      entries.append(("candidates", .list(suggestion.candidates.map { .string($0) })))
    }
    return .map(entries)
  }
}

extension Project {
  /// The project's path from the root of the repository that holds it, ending in a slash; empty where the
  /// project is that root, or lies in none.
  fileprivate var pathInRepository: String {
    var (folder, names) = (root, [String]())
    while (try? files.kind(of: folder.appending(".git"))) == nil {
      guard let name = folder.lastComponent else { return "" }
      names.insert(name.string, at: 0)
      folder.removeLastComponent()
    }
    return names.map { "\($0)/" }.joined()
  }
}
