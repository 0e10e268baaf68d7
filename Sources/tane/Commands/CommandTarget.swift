import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// The environment that a command acts on, with the fixture sets that it layers there.
struct CommandTarget {
  let profile: EnvironmentProfile
  let sets: [String]
  /// The time that relative dates of fixtures follow from, where the command says it.
  private var chosenAnchor: FixtureAnchor?

  /// Resolves the environment of a command; throws a `CommandFailure` with the profile's findings.
  init(
    environment: EnvironmentOptions,
    sets: [String] = [],
    at anchor: AnchorOptions? = nil,
    among profiles: EnvironmentProfiles? = nil,
    in context: CommandContext
  ) throws {
    let name = try environment.name(variables: context.variables)
    try self.init(named: name, sets: sets, at: anchor, among: profiles, in: context)
  }

  /// `redirects` tells whether variables such as `FIREBASE_DATABASE_EMULATOR_HOST` count; `profiles` are those of the
  /// project where they have been read.
  init(
    named name: String,
    sets: [String] = [],
    at anchor: AnchorOptions? = nil,
    redirects: Bool = true,
    among profiles: EnvironmentProfiles? = nil,
    in context: CommandContext
  ) throws {
    chosenAnchor = try anchor?.anchor()
    let profiles = try profiles ?? context.profiles()
    profile = try Self.profile(named: name, redirects: redirects, in: profiles)
    self.sets = sets.isEmpty ? profile.fixtures : sets
  }

  /// The environment, as operations take it.
  func environment(in context: CommandContext) throws -> ProjectEnvironment {
    ProjectEnvironment(
      profile,
      sets: sets,
      of: try context.project,
      openedBy: try context.environments,
      patience: context.patience
    )
  }

  static func profile(
    named name: String,
    redirects: Bool = true,
    in profiles: EnvironmentProfiles
  ) throws -> EnvironmentProfile {
    do {
      return try profiles.profile(named: name, redirects: redirects)
    } catch {
      let isUnreadable = error.diagnostics.containsError
      let status = isUnreadable ? ExitStatus(error.diagnostics.failureReason) : .usage
      throw CommandFailure(status, error.message, findings: error.diagnostics)
    }
  }

  /// The first line of the command: the environment and what it is, and which of its services variables
  /// send to emulators.
  ///
  /// Where the first line is not wanted, the notes are told on standard error.
  func printHeader(in context: CommandContext, isWanted: Bool = true) {
    let notes = profile.redirectionNotes
    guard isWanted, !context.isJSON else { return notes.forEach { context.console.note($0) } }
    let style = context.console.style
    // A control character, which no name holds.
    let joint: Character = "\u{1F}"
    let header =
      "\(style.bold(profile.name))  \(profile.whereabouts) · \(profile.servicesText)"
      + " · guard\(joint)\(profile.guardLevel.rawValue) · fixtures\(joint)\(sets.joined(separator: ", "))"
    let indent = min(DisplayWidth.of(profile.name) + 2, 12)
    context.console.print(header, indent: indent, joint: joint)
    notes.forEach { context.console.print($0) }
    context.console.print()
  }

  /// The same target, with fixtures as of a time.
  func at(_ anchor: FixtureAnchor) -> CommandTarget {
    var target = self
    target.chosenAnchor = anchor
    return target
  }

  /// The fixtures of the target with all their findings, as of the time that the command says, else that of the last
  /// seed.
  func fixtures(in context: CommandContext, sets: [String]? = nil) throws -> Fixtures {
    context.console.progress(.step("reading the fixtures"), isAnnounced: false)
    defer { context.console.endProgress() }
    return try environment(in: context).loadFixtures(
      sets: sets,
      at: chosenAnchor,
      variables: context.variables
    ) { context.console.note($0) }
  }

  /// The fixtures of the target; throws a `CommandFailure` with their findings where one is an error.
  ///
  /// `outcome` is what then has come of the command, such as "nothing was written".
  func fixtures(
    in context: CommandContext,
    sets: [String]? = nil,
    addresses: [Address],
    otherwise outcome: String
  ) throws -> Fixtures {
    let project = try context.project
    let fixtures = try fixtures(in: context, sets: sets)
    let findings = Mappings.load(from: project).weighing(fixtures.diagnostics)
    try accept(findings, of: "the fixtures", in: context, otherwise: outcome)
    try check(addresses, describedBy: fixtures)
    return fixtures
  }

  /// Compares fixtures with what the environment holds.
  func difference(
    of fixtures: Fixtures,
    by mappings: Mappings,
    _ policy: PlanPolicy,
    in context: CommandContext
  ) async throws -> Difference {
    let cache = ReadCache(
      of: profile,
      in: try context.project,
      boundTo: try context.environments.embeddedFile(of: profile)
    )
    let adapters = AdapterContext(profile, mappings: mappings, known: cache)
    let readers = try context.environments.readers(of: profile)
    let console = context.console
    defer { console.endProgress() }
    let difference = try await EnvironmentComparison(fixtures, adapters, policy)
      .run(against: readers) { console.progress($0, isAnnounced: false) }
    cache.save()
    return difference
  }

  /// Tells warnings; throws a `CommandFailure` where a finding is an error.
  func accept(
    _ findings: [Diagnostic],
    of subject: String,
    in context: CommandContext,
    otherwise outcome: String
  ) throws {
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else {
      throw CommandFailure(
        ExitStatus(findings.failureReason),
        "\(counted(errors, "error")) in \(subject); \(outcome)",
        findings: findings
      )
    }
    noteWarnings(findings, in: context)
  }

  /// Tells a warning of each kind and counts the rest: they do not stop a command, and must not bury it.
  private func noteWarnings(_ warnings: [Diagnostic], in context: CommandContext) {
    let shown = FindingGroup.groups(of: warnings).prefix(3)
    shown.forEach {
      context.console.note(
        block: DiagnosticText.render($0.first, style: context.console.errorStyle)
      )
    }
    guard warnings.count > shown.count else { return }
    context.console.note(
      "… and \(counted(warnings.count - shown.count, "more warning")) (tane validate shows all)"
    )
  }

  func check(_ addresses: [Address], describedBy fixtures: Fixtures) throws {
    let unknown = ComparisonScope(addresses).addressesWithout(fixtures.resources)
    guard let first = unknown.first else { return }
    try profile.checkService(of: first)
    throw CommandFailure(.usage, "\(first): no fixture describes a node there")
  }
}

extension EnvironmentProfile {
  /// The names of the services in a row, for people.
  var servicesText: String {
    serviceNames.isEmpty ? "no databases or buckets" : serviceNames.joined(separator: ", ")
  }

  /// Throws a `CommandFailure` of wrong usage where the environment lacks an address's service.
  func checkService(of address: Address) throws {
    guard !serviceNames.contains(address.service) else { return }
    throw CommandFailure(
      .usage,
      "\(address): \(name) has no database or bucket \"\(address.service)\" (\(servicesText))"
        + Suggestion.clause(for: address.service, among: serviceNames)
    )
  }

  /// Which services variables of the process send to emulators, a line for each.
  var redirectionNotes: [String] { redirections.map { "note: \($0)" } }

  /// Where the environment is kept: its project where all of it is Firebase's, else every kind of place.
  var whereabouts: String {
    let kinds = [
      hasFirebaseService ? "Firebase" + (project.map { " (\(Redaction.url($0)))" } ?? "") : nil,
      hasEmulatedService ? "emulator" : nil,
      hasEmbeddedService ? "embedded" : nil,
    ].compactMap(\.self)
    if kinds.count == 1, hasFirebaseService, let project { return Redaction.url(project) }
    return kinds.isEmpty ? "no services" : kinds.joined(separator: " and ")
  }
}

extension Sequence<Diagnostic> {
  /// The exit code of a command that only reports these findings.
  var exitStatus: ExitStatus { containsError ? ExitStatus(failureReason) : .clean }
}
