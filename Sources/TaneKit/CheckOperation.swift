import TaneCore
import TaneProject
import TaneSeeding
import TaneSwiftSource

/// The options for checking a whole project.
package struct CheckOptions: Sendable {
  /// The names of the environments to check, or an empty array for all.
  package var environments: [String] = []
  /// A Boolean value indicating whether warnings and harmless changes to types count as errors.
  package var isStrict = false
  /// A Boolean value indicating whether type checks are skipped.
  package var skipsTypes = false

  package init() {}
}

/// An operation that checks everything in a project that can be checked without services: profiles,
/// mappings, every environment's fixtures with their types, the schema lock, masks and exports.
package struct CheckOperation {
  private let profiles: CheckedProfiles
  private let options: CheckOptions
  private let context: CheckContext
  private let mappings: Mappings
  private let sources: Result<TypesCheck.Sources, SourceReadingError>?

  private var data = MergedChecks()
  private var types = MergedChecks()
  private var nodes: [CheckedData.Node] = []
  /// The rules that match data in at least one environment.
  private var matchedRules: Set<MappingRule> = []
  private var unmatchedRuleClauses: [MappingRule: Set<String>] = [:]
  private var notChecked: [String]
  private var masks: Set<MaskRule> = []
  /// The phrases that describe what was checked, such as `2 profiles`.
  private var extent: [String]

  private var project: Project { context.project }

  /// Creates the operation; only profiles, mappings and sources are read before `run`.
  package init(among profiles: CheckedProfiles, _ options: CheckOptions, in context: CheckContext) {
    self.profiles = profiles
    self.options = options
    self.context = context
    mappings = Mappings.load(from: context.project)
    sources = options.skipsTypes ? nil : TypesCheck.Sources.read(for: mappings, in: context)
    notChecked = profiles.notChecked
    extent = [counted(profiles.count, "profile")]
  }

  /// Returns the findings of all checks; throws an `OperationFailure` with reason `usage` if a
  /// given environment is unknown.
  package func run() throws -> FindingReport {
    var operation = self
    let environments = try environments()
    for profile in environments.usable {
      context.reporter.progress(.step("checking \(profile.name)"), isAnnounced: false)
      operation.check(profile)
      context.reporter.endProgress()
    }
    operation.notChecked = environments.unusable + operation.notChecked
    operation.extent.append(
      "the fixtures of \(counted(environments.usable.count, "environment"))"
    )
    operation.checkMappings()
    operation.checkSchema()
    operation.checkMasks()
    operation.checkExports()
    return operation.report()
  }

  // MARK: Environments

  /// Returns the environments to check, and a clause for each environment or fixture set that is
  /// skipped.
  private func environments() throws -> (usable: [EnvironmentProfile], unusable: [String]) {
    let names = options.environments.isEmpty ? profiles.profiles.names : options.environments
    var usable: [EnvironmentProfile] = []
    var unusable: [String] = []
    for name in names {
      guard !profiles.isBroken(name) else {
        unusable.append("the fixtures of \(name), whose profile has errors")
        continue
      }
      do throws(EnvironmentError) {
        usable.append(try profiles.profiles.profile(named: name, redirects: false))
      } catch {
        throw OperationFailure(.usage, error.message, findings: error.diagnostics)
      }
    }
    return (usable, unusable + (options.environments.isEmpty ? unusedSetClauses : []))
  }

  /// Clauses about the fixture sets that no profile uses.
  private var unusedSetClauses: [String] {
    let names = (try? FixtureSets.names(in: project)) ?? []
    // The sets of a profile with errors are unknown.
    guard !profiles.profiles.names.contains(where: profiles.isBroken) else { return [] }
    let used = Set(profiles.profiles.profiles.flatMap(\.fixtures))
    return names.filter { !used.contains($0) }
      .map { "the fixture set \($0), which no profile uses" }
  }

  private mutating func check(_ profile: EnvironmentProfile) {
    let fixtures = Fixtures.load(
      for: profile,
      from: project,
      at: .now,
      variables: context.variables
    )
    let data = CheckedData(fixtures, mappings)
    let types =
      options.skipsTypes
      ? TypesCheck(skipping: mappings) : TypesCheck(of: data, by: mappings, reading: sources)
    let checks = types.joined(with: data)
    checks.data.forEach { self.data.add($0) }
    self.data.add(profiles.check(of: mappings, against: data))
    checks.types.forEach { self.types.add($0) }
    matchedRules.formUnion(data.nodes.map(\.rule))
    for (rule, clause) in data.unmatchedRuleClauses {
      unmatchedRuleClauses[rule, default: []].insert(clause)
    }
    notChecked += data.notChecked + types.notChecked
    nodes += data.nodes
    masks.formUnion(fixtures.masks.rules)
    let findings = MaskCheck.findings(in: fixtures, of: profile, context.variables)
    self.data.add(FindingReport.Check(name: "masks", findings: findings))
  }

  // MARK: Mappings

  /// Checks the mappings; removes duplicate findings, and findings about rules that match no data
  /// in one environment but do in another.
  private mutating func checkMappings() {
    data.add(profiles.check(of: mappings, against: nil))
    let matched = Set(matchedRules.map(\.position))
    var known: Set<SourcePosition?> = []
    data.remove { finding in
      finding.code == .unmatchedMapping
        && (matched.contains(finding.position) || !known.insert(finding.position).inserted)
    }
    let met = Set(matchedRules.flatMap { unmatchedRuleClauses[$0] ?? [] })
    var seen: Set<String> = []
    notChecked = notChecked.filter { !met.contains($0) && seen.insert($0).inserted }
    guard !options.skipsTypes, sources != nil else { return }
    extent.append(counted(mappings.rules.count, "mapping"))
  }

  // MARK: Schema

  private mutating func checkSchema() {
    let name = SchemaLockFile.name
    do {
      guard let saved = try SchemaLockFile(of: project).saved() else {
        return notChecked.append("\(name), which does not exist (run tane schema to create it)")
      }
      guard case .success(let sources)? = sources else {
        return notChecked.append("\(name): the Swift sources were not read")
      }
      let changes = try MappedTypes(of: mappings, in: sources).schemaLock().changes(since: saved)
      types.add(FindingReport.Check(name: name, findings: changes.map(applyingStrictness)))
      extent.append("the schema")
    } catch {
      let failure = OperationFailure(error)
      // The type check has already reported the syntax error as a warning at the same position.
      let places = Set(failure.findings.filter { $0.code == .swiftSyntax }.map(\.position))
      types.remove { $0.code == .swiftSyntax && places.contains($0.position) }
      let isUnreadable = failure.reason == .failed && failure.findings.isEmpty
      let place = SourcePosition(file: name)
      let own: [Diagnostic] =
        isUnreadable ? [.error(.unreadableFile, failure.message, at: place)] : failure.findings
      types.add(
        FindingReport.Check(name: name, findings: own, skipped: failure.message)
      )
      notChecked.append("\(name): \(failure.message)")
    }
  }

  /// Returns a schema change as an error if it is breaking or the check is strict.
  private func applyingStrictness(to change: Diagnostic) -> Diagnostic {
    var change = change
    if change.severity == .warning || options.isStrict { change.severity = .error }
    return change
  }

  // MARK: Masks

  /// Reports each mask in a fixture set if no environment that uses the set has the mask's service;
  /// masks in profiles are checked with the profiles.
  private mutating func checkMasks() {
    extent.append(counted(masks.count, "mask"))
    guard options.environments.isEmpty, profiles.serviceNames != nil else { return }
    let all = profiles.profiles.profiles
    let findings = masks.compactMap { rule -> Diagnostic? in
      let path = rule.position?.file.split(separator: "/") ?? []
      guard path.count > 2, path[0] == Project.fixtures else { return nil }
      let services = all.filter { $0.fixtures.contains(String(path[1])) }.flatMap(\.serviceNames)
      guard !services.contains(rule.pattern.service) else { return nil }
      return .unknownService(
        rule.pattern.service,
        among: Set(services).sorted(),
        at: rule.position
      )
    }
    data.add(FindingReport.Check(name: "masks", findings: findings))
  }

  // MARK: Exports

  private mutating func checkExports() {
    let exports = ExportCheck(of: project, among: profiles.profiles)
    data.add(FindingReport.Check(name: "exports", findings: exports.findings))
    notChecked += exports.notChecked
    extent.append(counted(exports.count, "export"))
  }

  // MARK: Report

  private func report() -> FindingReport {
    var settings = profiles.check
    settings.findings += GoogleServiceInfo.search(project).diagnostics
    let checks = [settings] + data.checks + types.checks
    return FindingReport(
      title: "tane check",
      of: project,
      checks: checks.map { check in
        var check = check
        check.findings.sort()
        if options.isStrict { check.raiseWarnings() }
        return check
      },
      extent: extent.dropLast().joined(separator: ", ") + " and " + (extent.last ?? ""),
      notChecked: notChecked + ["the data of the environments (tane diff, tane validate --live)"],
      nodes: distinctNodes
    )
  }

  /// The checked nodes, each listed once even if several environments share it.
  private var distinctNodes: [CheckedData.Node] {
    var known: Set<Address> = []
    return nodes.filter { known.insert($0.address).inserted }
  }
}

/// The checks of several environments, merged by name and without duplicate findings.
private struct MergedChecks {
  private(set) var checks: [FindingReport.Check] = []
  private var places: [String: Int] = [:]
  private var known: Set<Diagnostic> = []

  mutating func add(_ check: FindingReport.Check) {
    var check = check
    check.findings = check.findings.filter { known.insert($0).inserted }
    guard let place = places[check.name] else {
      places[check.name] = checks.count
      return checks.append(check)
    }
    checks[place].findings += check.findings
    if check.skipped == nil { checks[place].skipped = nil }
  }

  mutating func remove(where isRemoved: (Diagnostic) -> Bool) {
    for index in checks.indices { checks[index].findings.removeAll(where: isRemoved) }
  }
}
