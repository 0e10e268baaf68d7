import TaneCore
import TaneKit
import TaneProject

/// One run of `tane validate`.
struct ValidateSession {
  private let command: ValidateCommand
  private let context: CommandContext
  private let name: String
  private let profiles: CheckedProfiles
  private let operation: ValidateOperation

  init(_ command: ValidateCommand, context: CommandContext) throws {
    self.command = command
    self.context = context
    name = try command.environment.name(variables: context.variables)
    profiles = try context.checkedProfiles()
    var options = ValidateOptions()
    options.addresses = command.addresses
    options.isStrict = command.strict
    options.skipsTypes = command.skipsTypes
    operation = ValidateOperation(name, among: profiles, options, in: try context.checkContext)
  }

  func run() async throws -> ExitStatus {
    guard !profiles.isBroken(name) || command.suggest else {
      let report = operation.report(without: command.live.live ? "the data" : "the fixtures")
      return try finish(report, sets: [])
    }
    let target = try context.environment(
      of: command.environment,
      sets: command.sets.names,
      at: command.anchor,
      // Reading the data of an environment requires its credentials.
      among: command.live.live ? nil : profiles.profiles
    )
    target.printHeader(in: context, isWanted: isForTerminal)
    let source = try source(target)
    guard !command.suggest else { return show(try await operation.suggestions(on: source)) }
    return try finish(try await operation.report(on: source), sets: target.sets)
  }

  private var isForTerminal: Bool {
    !context.isJSON && !command.suggest && (command.presentation.reporter ?? .text) == .text
  }

  private func source(_ target: ProjectEnvironment) throws -> ValidateOperation.Source {
    guard command.live.live else {
      let fixtures = target.loadFixtures(context.console)
      try target.checkAddresses(command.addresses, areDescribedBy: fixtures)
      return .fixtures(fixtures)
    }
    try command.addresses.forEach(target.profile.checkService)
    let reading = LiveDataOptions(sample: command.live.sample, limit: command.live.limit)
    return .environment(target, reading)
  }

  private func finish(_ report: FindingReport, sets: [String]) throws -> ExitStatus {
    var report = report
    try command.baseline.apply(to: &report, in: context)
    try command.presentation.show(
      report,
      asJSONWith: [
        ("environment", .string(name)), ("fixtures", .list(sets.map { .string($0) })),
      ],
      in: context
    )
    let findings = report.findings
    return findings.exitStatus
  }

  // MARK: Suggestions

  private func show(_ suggestions: MappingSuggestions) -> ExitStatus {
    if suggestions.entries.isEmpty {
      context.console.note("nothing to suggest: the mappings cover all data")
    }
    guard context.isJSON else {
      context.console.printRaw(suggestions.yaml)
      return .clean
    }
    context.console.printJSON([
      "format": 1,
      "environment": .string(name),
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
