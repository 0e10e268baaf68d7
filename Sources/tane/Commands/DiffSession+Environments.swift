import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

// Environments compared with fixtures, with one file of them, and with each other.
extension DiffSession {
  func compareWithFixtures(_ name: String) async throws -> ExitStatus {
    let target = try CommandTarget(named: name, at: anchor, in: context)
    target.printHeader(in: context, isWanted: hasHeader)
    let fixtures = try target.fixtures(
      in: context,
      addresses: addresses,
      otherwise: "nothing was compared"
    )
    return try await compare(target, with: fixtures, at: addresses)
  }

  func compare(_ name: String, with path: DiffPath) async throws -> ExitStatus {
    guard addresses.isEmpty else {
      throw CommandFailure(
        .usage,
        "\(addresses[0]): where a file is compared follows from its place; leave the address out"
      )
    }
    let place = try fixturePlace(of: path)
    let target = try CommandTarget(named: name, sets: [place.set], at: anchor, in: context)
    target.printHeader(in: context, isWanted: hasHeader)
    let fixtures = try fixtures(at: place, for: target)
    return try await compare(target, with: fixtures, at: [place.address])
  }

  private func compare(
    _ target: CommandTarget,
    with fixtures: Fixtures,
    at addresses: [Address]
  ) async throws -> ExitStatus {
    var policy = PlanPolicy(target.profile, scope: ComparisonScope(addresses))
    policy.ignored = try patterns(for: target.profile)
    let difference = try await target.difference(
      of: fixtures,
      by: try mappings(for: target.profile),
      policy,
      in: context
    )
    let materials = PlanMaterials(fixtures, in: try context.project)
    return try show(
      DifferenceDocument(difference, .fixtures, left: left.label, right: right.label),
      images: await images(
        of: difference,
        old: DiffImages.bytes(in: context.environments.readers(of: target.profile)),
        new: materials.bytes
      )
    )
  }

  /// The first line, and which services variables send to emulators.
  private func printHeader(of old: EnvironmentProfile, _ new: EnvironmentProfile) {
    let notes = [old, new].flatMap { profile in
      profile.redirections.map { "note: \(profile.name): \($0)" }
    }
    guard hasHeader else { return notes.forEach { context.console.note($0) } }
    context.console.print("\(old.name) → \(new.name)")
    notes.forEach { context.console.print($0) }
    context.console.print()
  }

  func compare(_ old: String, _ new: String) async throws -> ExitStatus {
    let profiles = try context.profiles()
    let oldProfile = try CommandTarget.profile(named: old, in: profiles)
    let newProfile = try CommandTarget.profile(named: new, in: profiles)
    printHeader(of: oldProfile, newProfile)
    for address in addresses {
      try oldProfile.checkService(of: address)
      try newProfile.checkService(of: address)
    }
    let ignored = try patterns(for: oldProfile) + patterns(for: newProfile)
    let mappings = try self.mappings(for: oldProfile)
    func side(_ profile: EnvironmentProfile) throws -> EnvironmentPairComparison.Side {
      (
        try context.environments.readers(of: profile),
        AdapterContext(profile, mappings: mappings)
      )
    }
    let (oldSide, newSide) = (try side(oldProfile), try side(newProfile))
    for name in EnvironmentPairComparison.unmatched(oldSide.readers, newSide.readers) {
      context.console.note("note: \(name) is not compared: only one of the environments has it")
    }
    let policy = PlanPolicy(scope: ComparisonScope(addresses), ignored: ignored)
    let difference = try await EnvironmentPairComparison(policy).run(from: oldSide, to: newSide)
    return try show(
      DifferenceDocument(difference, .environments, left: left.label, right: right.label),
      images: await images(
        of: difference,
        old: DiffImages.bytes(in: oldSide.readers),
        new: DiffImages.bytes(in: newSide.readers)
      )
    )
  }

  /// What is ignored in an environment: what its profile says and what the command does.
  func patterns(for profile: EnvironmentProfile) throws -> [AddressPattern] {
    try profile.ignore + ignoring.addressPatterns(among: profile.serviceNames)
  }

  /// How elements of lists are found again in an environment: what the command says, then the mappings.
  private func mappings(for profile: EnvironmentProfile) throws -> Mappings {
    try keys.added(to: context.mappings(), services: profile.serviceNames)
  }

  /// The place of a file among the fixtures; throws a `CommandFailure` where it has none.
  func fixturePlace(of path: DiffPath) throws -> DiffFixturePlace {
    guard path.kind != nil else {
      throw CommandFailure(
        .failed,
        "nothing was compared",
        findings: [
          .error(
            .unreadableFile,
            "no such file or folder",
            at: SourcePosition(file: path.name)
          )
        ]
      )
    }
    if let place = DiffFixturePlace(of: path, in: try context.project) { return place }
    throw CommandFailure(
      .usage,
      "\(path.name) lies outside fixtures/SET/databases/NAME, so that its place does not say which"
        + " node it describes; compare it with another file"
    )
  }

  /// What a file or folder of a fixture set says; throws a `CommandFailure` with its findings.
  func fixtures(at place: DiffFixturePlace, for target: CommandTarget) throws -> Fixtures {
    try target.profile.checkService(of: place.address)
    let fixtures = try target.fixtures(in: context, sets: [place.set])
    let findings = try context.mappings().weighing(fixtures.diagnostics.filter(place.isAbout))
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else {
      throw CommandFailure(
        ExitStatus(findings.failureReason),
        "\(counted(errors, "error")) in the fixtures; nothing was compared",
        findings: findings
      )
    }
    note(findings)
    return fixtures
  }
}
