import SystemPackage
public import TaneCore
public import TaneProject
package import TaneRuntime
import TaneSeeding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An environment of a project, with methods that correspond to the commands of `tane`.
///
/// Guards, locks, leases, the journal and verification work as they do in the commands:
///
/// ```swift
/// let staging = try Project.open().environment("staging")
/// let result = try await staging.seed()
/// ```
public struct ProjectEnvironment: Sendable {
  /// The project that the environment belongs to.
  public private(set) var project: Project
  /// The environment's resolved profile.
  public let profile: EnvironmentProfile
  /// The fixture sets of the environment; later ones override earlier ones.
  public private(set) var sets: [String]
  package let connector: EnvironmentConnector
  /// The maximum time to wait for another operation in the same environment.
  package let timeout: Duration
  /// The reference time for relative dates in fixtures, or nil to use the time of the last seed (or
  /// the current time before the first seed).
  private var anchor: FixtureAnchor?
  /// The environment variables for fixtures, type checks and mask keys.
  package let variables: [String: String]

  package init(
    _ profile: EnvironmentProfile,
    sets: [String],
    at anchor: FixtureAnchor? = nil,
    of project: Project,
    openedBy connector: EnvironmentConnector,
    timeout: Duration,
    variables: [String: String]
  ) {
    self.project = project
    self.profile = profile
    self.sets = sets
    self.anchor = anchor
    self.connector = connector
    self.timeout = timeout
    self.variables = variables
  }

  /// Returns the environment with other fixture sets; later ones override earlier ones.
  public func with(sets: [String]) -> ProjectEnvironment {
    var environment = self
    environment.sets = sets
    return environment
  }

  /// Returns the environment with the files of another project, such as one with drafted fixtures.
  package func moved(to project: Project) -> ProjectEnvironment {
    var environment = self
    environment.project = project
    return environment
  }

  /// Returns the environment with another reference time for relative dates in fixtures.
  package func at(_ anchor: FixtureAnchor) -> ProjectEnvironment {
    var environment = self
    environment.anchor = anchor
    return environment
  }

  /// Opens the environment's services for reading, without creating files.
  ///
  /// - Throws: A `StoreError` that names the service that cannot be opened.
  public func readers() throws -> EnvironmentReaders { try connector.readers(of: profile) }

  /// Throws an `OperationFailure` if a plan exceeds a limit of the profile or of a service.
  package func checkLimits(
    of plan: Plan,
    on readers: EnvironmentReaders,
    _ adapters: AdapterContext
  ) async throws {
    let violations = try await LimitCheck.violations(of: plan, on: readers, adapters)
    guard !violations.isEmpty else { return }
    throw OperationFailure(.refused, "\(violations.joined(separator: "; ")); nothing was written")
  }

  /// Loads the fixtures with all their findings.
  package func loadFixtures(_ reporter: any OperationReporter) -> Fixtures {
    reporter.progress(.step("reading the fixtures"), isAnnounced: false)
    defer { reporter.endProgress() }
    let emulated = variables[EnvironmentProfile.seedTimeVariable].flatMap {
      try? FixtureAnchor(parsing: $0)
    }
    let anchor = self.anchor ?? emulated
    // An unreadable state does not prevent a comparison.
    let last = Result { try StateDatabase.existing(in: project)?.anchor(of: profile.name) }
    let fixtures = Fixtures.load(
      for: profile,
      sets: sets,
      from: project,
      at: anchor ?? (try? last.get()) ?? .now,
      variables: variables
    )
    guard anchor == nil, fixtures.anchor != nil else { return fixtures }
    switch last {
    case .success(let last?):
      reporter.note(
        "note: relative dates are relative to the last seed, \(last); use --at now to renew them"
      )
    case .success(nil): break
    case .failure(let error):
      reporter.note(
        "note: relative dates are relative to now, because the time of the last seed cannot be read: "
          + "\(error.sentence)"
      )
    }
    return fixtures
  }

  /// Loads the fixtures; throws an `OperationFailure` with their findings if one is an error.
  ///
  /// `outcome` is the consequence of an error, such as "nothing was written".
  package func fixtures(
    describing addresses: [Address] = [],
    otherwise outcome: String,
    _ reporter: any OperationReporter
  ) throws -> Fixtures {
    try CheckedFixtures(of: self, describing: addresses, otherwise: outcome, reporter).fixtures
  }

  /// Returns the context for checking the fixtures against the app's Swift types.
  func checkContext(reportingTo reporter: any OperationReporter) -> CheckContext {
    CheckContext(project, variables: variables, reportingTo: reporter)
  }

  /// Throws an `OperationFailure` with reason `usage` if no fixture describes a node at one of the
  /// addresses.
  package func checkAddresses(_ addresses: [Address], areDescribedBy fixtures: Fixtures) throws {
    let unknown = ComparisonScope(addresses).addressesWithout(fixtures.resources)
    guard let first = unknown.first else { return }
    try profile.checkService(of: first)
    throw OperationFailure(.usage, "\(first) is not in the fixtures")
  }
}

extension EnvironmentProfile {
  /// The names of the services, separated by commas.
  package var servicesText: String {
    serviceNames.isEmpty ? "no databases or buckets" : serviceNames.joined(separator: ", ")
  }

  /// Throws an `OperationFailure` with reason `usage` if the environment lacks an address's
  /// service.
  package func checkService(of address: Address) throws {
    guard !serviceNames.contains(address.service) else { return }
    throw OperationFailure(
      .usage,
      "\(address): \(name) has no database or bucket \"\(address.service)\" (known: "
        + "\(servicesText))"
        + Suggestion.clause(for: address.service, among: serviceNames)
    )
  }
}

extension Project {
  /// Opens the project that contains a folder: the nearest folder with `environments/`, from the
  /// given folder upward.
  ///
  /// - Parameter directory: The folder, or nil for the current folder.
  /// - Returns: The project.
  /// - Throws: An `OperationFailure` if neither the folder nor an ancestor contains
  ///   `environments/`.
  public static func open(at directory: String? = nil) throws -> Project {
    let current = FilePath(FileManager.default.currentDirectoryPath)
    let start = current.pushing(FilePath(directory ?? ".")).lexicallyNormalized()
    if let project = Project.locate(from: start) { return project }
    throw OperationFailure(
      .usage,
      "no project at \(start): neither it nor a folder above it contains environments/"
    )
  }

  /// Resolves an environment without opening its services.
  ///
  /// - Parameters:
  ///   - name: The environment's name, or nil for the value of `TANE_ENV` (`local` if it is not
  ///     set).
  ///   - variables: Environment variables for profiles, credentials and proxies, or nil for the
  ///     variables of the process.
  /// - Returns: The environment, with the fixture sets of its profile.
  /// - Throws: An `EnvironmentError` if there is no such environment or its profile has errors.
  public func environment(
    _ name: String? = nil,
    variables: [String: String]? = nil
  ) throws -> ProjectEnvironment {
    let variables = variables ?? ProcessInfo.processInfo.environment
    let profiles = EnvironmentProfiles.load(from: self, variables: variables)
    let profile = try profiles.profile(named: name ?? profiles.defaultName)
    return ProjectEnvironment(
      profile,
      sets: profile.fixtures,
      of: self,
      openedBy: EnvironmentConnector(project: self, variables: variables),
      timeout: .seconds(60),
      variables: variables
    )
  }
}
