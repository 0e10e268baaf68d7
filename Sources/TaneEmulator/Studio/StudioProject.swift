import SystemPackage
import TaneKit
package import TaneProject
package import TaneRuntime

/// The project shown in the studio; its profiles are read again for each page.
package struct StudioProject: Sendable {
  let project: Project
  /// The name of the environment that is shown first.
  let first: String
  private let connector: EnvironmentConnector
  private let timeout: Duration
  let variables: [String: String]

  /// Creates the project of a studio.
  ///
  /// - Parameters:
  ///   - project: The project to show.
  ///   - first: The name of the environment that is shown first.
  ///   - connector: The connector for the project's environments.
  ///   - timeout: The maximum time to wait for another command in the same environment.
  ///   - variables: The environment variables.
  package init(
    _ project: Project,
    opening first: String,
    over connector: EnvironmentConnector,
    timeout: Duration,
    variables: [String: String]
  ) {
    (self.project, self.first, self.connector) = (project, first, connector)
    (self.timeout, self.variables) = (timeout, variables)
  }

  /// The names of the project's environments.
  var names: [String] { profiles.names }

  private var profiles: EnvironmentProfiles { .load(from: project, variables: variables) }

  /// Returns the environment with the given name.
  ///
  /// - Throws: An `EnvironmentError` if it does not exist or its profile has errors.
  func environment(_ name: String) throws -> ProjectEnvironment {
    let profile = try profiles.profile(named: name)
    return ProjectEnvironment(
      profile,
      sets: profile.fixtures,
      of: project,
      openedBy: connector,
      timeout: timeout,
      variables: variables
    )
  }
}
