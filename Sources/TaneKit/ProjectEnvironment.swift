package import TaneCore
package import TaneProject
package import TaneRuntime
import TaneSeeding

/// An environment of a project, with what opens its services.
package struct ProjectEnvironment: Sendable {
  package let project: Project
  package let profile: EnvironmentProfile
  /// The fixture sets that are layered in the environment.
  package let sets: [String]
  package let connector: EnvironmentConnector
  /// How long to wait for another operation in the same environment.
  package let patience: Duration

  package init(
    _ profile: EnvironmentProfile,
    sets: [String],
    of project: Project,
    openedBy connector: EnvironmentConnector,
    patience: Duration
  ) {
    self.project = project
    self.profile = profile
    self.sets = sets
    self.connector = connector
    self.patience = patience
  }

  /// The same environment with other fixture sets.
  package func with(sets: [String]) -> ProjectEnvironment {
    ProjectEnvironment(profile, sets: sets, of: project, openedBy: connector, patience: patience)
  }

  /// Opens the environment's services for reading.
  package func readers() throws -> EnvironmentReaders { try connector.readers(of: profile) }

  /// Throws an `OperationFailure` if a plan exceeds a limit of the profile or of a service.
  package func checkLimits(
    of plan: Plan,
    on readers: EnvironmentReaders,
    _ adapters: AdapterContext
  ) async throws {
    let refusals = try await LimitCheck.refusals(of: plan, on: readers, adapters)
    guard !refusals.isEmpty else { return }
    throw OperationFailure(.refused, "\(refusals.joined(separator: "; ")); nothing was written")
  }
}
