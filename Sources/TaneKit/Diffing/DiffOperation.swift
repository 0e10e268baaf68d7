public import TaneCore
public import TaneProject
import TaneRuntime
import TaneSeeding

/// The options of a comparison.
public struct DiffOptions: Sendable {
  /// The nodes to compare with their descendants, or an empty array for everything.
  public var addresses: [Address]
  /// The nodes to ignore, in addition to those that the profile ignores.
  public var ignored: [AddressPattern] = []
  /// The members that identify list elements; they take precedence over those in the mappings.
  public var identities: [Mappings.Identity] = []

  /// Creates options for nodes with their descendants, or for everything if no address is given.
  public init(at addresses: Address...) { self.addresses = addresses }
}

/// An operation that compares an environment with its fixtures or another environment, without
/// writing.
package struct DiffOperation {
  /// A closure that returns the bytes of an object on one side, up to a maximum size.
  package typealias ByteReader = @Sendable (Address, _ maximumSize: Int) async throws -> [UInt8]

  /// A difference, with readers for the objects of both sides.
  package struct Outcome {
    package let difference: Difference
    package let old: ByteReader
    package let new: ByteReader
  }

  private let options: DiffOptions
  private let reporter: any OperationReporter

  package init(_ options: DiffOptions, _ reporter: any OperationReporter) {
    (self.options, self.reporter) = (options, reporter)
  }

  /// Compares an environment with its fixtures.
  package func compare(_ environment: ProjectEnvironment) async throws -> Outcome {
    let fixtures = try environment.fixtures(
      describing: options.addresses,
      otherwise: "nothing was compared",
      reporter
    )
    return try await compare(environment, with: fixtures, at: options.addresses)
  }

  /// Compares an environment with one file of its fixtures.
  package func compare(
    _ environment: ProjectEnvironment,
    with place: DiffFixtureNode
  ) async throws -> Outcome {
    let fixtures = try fixtures(at: place, of: environment)
    return try await compare(environment, with: fixtures, at: [place.address])
  }

  private func compare(
    _ environment: ProjectEnvironment,
    with fixtures: Fixtures,
    at addresses: [Address]
  ) async throws -> Outcome {
    var policy = PlanPolicy(environment.profile, scope: ComparisonScope(addresses))
    policy.ignored += options.ignored
    let difference = try await environment.difference(
      of: fixtures,
      by: mappings(of: environment),
      policy,
      reporter
    )
    let contentSource = PlanContentSource(fixtures, in: environment.project)
    return Outcome(
      difference: difference,
      old: Self.bytes(in: try environment.readers()),
      new: { address, _ in try contentSource.bytes(address) }
    )
  }

  /// Compares the services that two environments have in common.
  package func compare(
    _ old: ProjectEnvironment,
    _ new: ProjectEnvironment
  ) async throws -> Outcome {
    for address in options.addresses {
      try old.profile.checkService(of: address)
      try new.profile.checkService(of: address)
    }
    let mappings = mappings(of: old)
    func side(_ environment: ProjectEnvironment) throws -> EnvironmentPairComparison.Side {
      (try environment.readers(), AdapterContext(environment.profile, mappings: mappings))
    }
    let (oldSide, newSide) = (try side(old), try side(new))
    for name in EnvironmentPairComparison.unmatched(oldSide.readers, newSide.readers) {
      reporter.note("note: \(name) is not compared: only one of the environments has it")
    }
    let policy = PlanPolicy(
      scope: ComparisonScope(options.addresses),
      ignored: old.profile.ignore + new.profile.ignore + options.ignored
    )
    return Outcome(
      difference: try await EnvironmentPairComparison(policy).run(from: oldSide, to: newSide),
      old: Self.bytes(in: oldSide.readers),
      new: Self.bytes(in: newSide.readers)
    )
  }

  /// Compares one file of the fixtures with the merged fixtures at its address; the file is the old
  /// side if `isOld` is true.
  package func compare(
    _ place: DiffFixtureNode,
    isOld: Bool,
    withFixturesOf environment: ProjectEnvironment
  ) throws -> Difference {
    let profile = environment.profile
    let alone = try fixtures(at: place, of: environment)
    let layered = try environment.fixtures(otherwise: "nothing was compared", reporter)
    let kind = profile.services.first { $0.name == place.address.service }?.kind
    var rules = kind?.adapter?.rules(AdapterContext(profile)) ?? ResourceRules()
    let trees = [alone, layered].map { rules.tree(of: $0, at: place.address) }
    rules.options.lists = .byIdentity(
      mappings(of: environment)
        .listIdentity(in: place.address.service, at: place.address.path)
    )
    return Difference(
      trees[isOld ? 0 : 1],
      trees[isOld ? 1 : 0],
      at: place.address,
      by: rules,
      ignoring: profile.ignore + options.ignored
    )
  }

  /// Loads one file or folder of the fixtures; throws an `OperationFailure` if it has errors.
  private func fixtures(
    at place: DiffFixtureNode,
    of environment: ProjectEnvironment
  ) throws -> Fixtures {
    try environment.profile.checkService(of: place.address)
    let fixtures = environment.with(sets: [place.set]).loadFixtures(reporter)
    let findings = mappings(of: environment).applyingSeverities(
      fixtures.diagnostics.filter(place.isAbout)
    )
    try findings.throwIfInvalid { "\($0) in the fixtures; nothing was compared" }
    reporter.report(findings)
    return fixtures
  }

  /// Returns the mappings, with the identity rules of the options first.
  private func mappings(of environment: ProjectEnvironment) -> Mappings {
    var mappings = Mappings.load(from: environment.project)
    reporter.report(mappings.diagnostics)
    mappings.identities = options.identities + mappings.identities
    return mappings
  }

  private static func bytes(in readers: EnvironmentReaders) -> ByteReader {
    { address, maximumSize in
      try await readers.reader(.buckets, named: address.service)
        .data(at: address.objectName, maximumSize: maximumSize)
    }
  }
}

extension ProjectEnvironment {
  /// Compares fixtures with the environment.
  package func difference(
    of fixtures: Fixtures,
    by mappings: Mappings,
    _ policy: PlanPolicy,
    _ reporter: any OperationReporter
  ) async throws -> Difference {
    let cache = ReadCache(of: profile, in: project, boundTo: connector.embeddedFile(of: profile))
    let adapters = AdapterContext(profile, mappings: mappings, known: cache)
    defer { reporter.endProgress() }
    let difference = try await EnvironmentComparison(fixtures, adapters, policy)
      .run(against: readers()) { reporter.progress($0, isAnnounced: false) }
    cache.save()
    return difference
  }
}

extension ResourceRules {
  /// Returns the fixtures' content at a node, collection, document or account, as clients read it.
  fileprivate func tree(of fixtures: Fixtures, at address: Address) -> Tree {
    var assembly = TreeAssembly()
    for resource in fixtures.resources {
      if let place = address.relativePath(of: resource.address) {
        // If a field and a subcollection of a document have the same name, the field is used.
        _ = assembly.add(resource.content, at: place)
      } else if let path = resource.address.relativePath(of: address) {
        return contentVisibleToClients(resource.content[path] ?? .null)
      }
    }
    return contentVisibleToClients(assembly.assembled())
  }

  private func contentVisibleToClients(_ content: Tree) -> Tree {
    canReadMapsAsLists ? content.readBackForm() : content
  }
}

extension Address {
  /// Returns the path from this address to another one, or nil if the other is not a descendant.
  fileprivate func relativePath(of other: Address) -> TreePath? {
    service == other.service ? path.relative(other.path) : nil
  }
}
